export { createAddressRule } from './address-rule.ts';
export { readCallbackUrl } from './callback-url.ts';
export { listUndelivered, retryGivenUp, type UndeliveredCallback } from './deliveries.ts';
export { sendMessage } from './send.ts';
export { type Callbacks, startCallbacks } from './start-callbacks.ts';
