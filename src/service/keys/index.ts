export { bestMatchFirst } from './best-match.ts';
export { clientOfAddress } from './client-of-address.ts';
export { clientOfKey, defaultKeyOptions, type Key, type KeyOptions, keyPriorities, stateOf } from './key.ts';
export { countActiveJobs, createKeys, type Keys, type KeyUsage, type NewKey } from './keys.ts';
export { hashOfToken, isToken, newPublicId, newToken } from './token.ts';
