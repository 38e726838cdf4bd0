import { render } from 'preact';
import { App } from './app.tsx';
import './style/index.css';
import { chosenLanguage, loadWords } from './words/index.ts';

await loadWords(chosenLanguage());
render(<App />, document.getElementById('app')!);
