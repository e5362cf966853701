import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names';

type PaperProps = {
  /** What is printed. */
  title: string;
  /** At the foot of every page, beside its number. */
  foot: string;
  /** Smaller type, for tables of many columns. */
  isWide?: boolean;
  /** Off where the browser's own print is under way already. */
  opensDialog?: boolean;
  /** What the browser names a PDF after. */
  fileName: string;
  /** The person has printed it, or does not want to. */
  onPrinted: () => void;
  children: ReactNode;
};

/**
 * What is made for paper. It prints itself as soon as it is there, unless the person has printed already; on the screen it is
 * not to be seen, and on paper nothing else is.
 */
export function Paper({
  title,
  foot,
  isWide = false,
  opensDialog = true,
  fileName,
  onPrinted,
  children,
}: PaperProps) {
  useFoot(foot);
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

/** The margin of a page is outside the document: what is in it comes from the style sheet. */
function useFoot(foot: string) {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--paper-foot', JSON.stringify(foot));
    return () => {
      style.removeProperty('--paper-foot');
    };
  }, [foot]);
}

/** Opens the browser's print dialog once, unless it is open, with the page under the file's name meanwhile. */
function usePrint(fileName: string, opensDialog: boolean, onPrinted: () => void) {
  const whenPrinted = useRef(onPrinted);
  whenPrinted.current = onPrinted;
  useEffect(() => {
    const title = document.title;
    document.title = fileName;
    const printed = () => whenPrinted.current();
    window.addEventListener('afterprint', printed);
    const timer = opensDialog ? setTimeout(() => window.print()) : undefined;
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', printed);
      document.title = title;
    };
  }, [fileName, opensDialog]);
}
