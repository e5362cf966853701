import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names';

type PaperProps = {
  /** Title of the printed document. */
  title: string;
  /** Printed at the bottom of every page, next to the page number. */
  footer: string;
  /** Smaller type, for tables with many columns. */
  isWide?: boolean;
  /** False when the browser is already printing. */
  opensDialog?: boolean;
  /** Default name for a saved PDF. */
  fileName: string;
  /** Called after the user prints or cancels. */
  onPrinted: () => void;
  children: ReactNode;
};

/**
 * A print-only document. Opens the print dialog once rendered unless the browser is already printing. Hidden on screen; in print,
 * everything else is hidden.
 */
export function Paper({
  title,
  footer,
  isWide = false,
  opensDialog = true,
  fileName,
  onPrinted,
  children,
}: PaperProps) {
  usePageFooter(footer);
  usePrint(fileName, opensDialog, onPrinted);
  return createPortal(
    <section
      aria-label={title}
      className={classNames(
        'paper hidden leading-[1.35] print:block',
        isWide ? 'text-[7.5pt]' : 'text-[8.5pt]',
      )}
    >
      {children}
    </section>,
    document.body,
  );
}

/** Page margins are outside the document, so the footer text reaches them through a CSS variable. */
function usePageFooter(footer: string) {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--paper-foot', JSON.stringify(footer));
    return () => {
      style.removeProperty('--paper-foot');
    };
  }, [footer]);
}

/** Opens the print dialog once, unless it is already open. The document title is the file name until unmount. */
function usePrint(fileName: string, opensDialog: boolean, onPrinted: () => void) {
  const latestOnPrinted = useRef(onPrinted);
  latestOnPrinted.current = onPrinted;
  useEffect(() => {
    const title = document.title;
    document.title = fileName;
    const handleAfterPrint = () => latestOnPrinted.current();
    window.addEventListener('afterprint', handleAfterPrint);
    const timer = opensDialog ? setTimeout(() => window.print()) : undefined;
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', handleAfterPrint);
      document.title = title;
    };
  }, [fileName, opensDialog]);
}
