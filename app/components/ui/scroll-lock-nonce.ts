import { documentNonce } from '~/hooks/use-nonce';

/**
 * While a dialog or menu is open, Radix blocks page scrolling with an injected style element. The content security policy
 * requires the page's nonce on it, which Radix's helper reads from this global.
 */
export function passNonceToScrollLock(): void {
  if (documentNonce) Object.assign(globalThis, { __webpack_nonce__: documentNonce });
}
