/**
 * While a dialog or menu is open, Radix keeps the page behind it from scrolling by a style element of its own. The
 * content security policy only lets that apply with the page's nonce, which its helper looks for under this name.
 */
export function passNonceToScrollLock(): void {
  const nonce = typeof document === 'undefined' ? undefined : document.querySelector('script')?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
