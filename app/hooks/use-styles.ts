import { createContext, useContext } from 'react';

const styleElement =
  typeof document === 'undefined' ? null : document.querySelector<HTMLStyleElement>('head style[data-page]');

/**
 * The text of the style sheet that is in the document (docs/decisions/0020): entry.server.tsx provides it, the
 * browser reads it off the document, so that it is in no script and React renders the same element again.
 */
export const StylesContext = createContext(styleElement?.textContent ?? '');

export function useStyles(): string {
  return useContext(StylesContext);
}
