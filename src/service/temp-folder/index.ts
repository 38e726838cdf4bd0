export { createOwnedName, ownerOf, thisMachine } from './owned-name.ts';
export { openTempFolder, type TempFolder } from './temp-folder.ts';
