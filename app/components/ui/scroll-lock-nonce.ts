import { documentNonce } from '~/hooks/use-nonce';

/**
 * While a dialog or menu is open, Radix keeps the page behind it from scrolling by a style element of its own. The
 * content security policy only lets that apply with the page's nonce, which its helper looks for under this name.
 */
export function passNonceToScrollLock(): void {
  if (documentNonce) Object.assign(globalThis, { __webpack_nonce__: documentNonce });
}
