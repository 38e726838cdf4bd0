import { render } from 'preact';
import { App } from './app.tsx';
import './style/index.css';
import { currentLanguage, loadWords } from './words/index.ts';

await loadWords(currentLanguage());
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
