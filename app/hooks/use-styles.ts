import { createContext, useContext } from 'react';

const styleElement =
  typeof document === 'undefined' ? null : document.querySelector<HTMLStyleElement>('head style[data-page]');

/**
 * Text of the document's stylesheet (docs/decisions/0020). entry.server.tsx provides it, and the browser reads it from the document, so
 * no script contains it and React renders the same element again.
 */
export const StylesContext = createContext(styleElement?.textContent ?? '');

export function useStyles(): string {
  return useContext(StylesContext);
}
