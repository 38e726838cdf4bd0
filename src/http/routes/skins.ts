import type { App, Dependencies } from '../app.ts';
export function addSkinRoutes(_app: App, _dependencies: Dependencies): void {}
