import { useNavigate } from '@remix-run/react';
import { type ComponentProps, forwardRef, isValidElement, type ReactNode } from 'react';
import { classNames } from './class-names';
import { cellLinkProps } from './text-link';
import { tableTooltips } from './tooltip';

/**
 * Scroll container for a table. It is focusable for keyboard scrolling and keeps the page from scrolling sideways. Header and
 * footer cells and the first and last columns are sticky; scroll padding keeps focused elements clear of them.
 */
export const TableFrame = forwardRef<HTMLElement, ComponentProps<'section'> & { label: string }>(
  function TableFrame({ label, className, children, ...props }, ref) {
    const navigate = useNavigate();
    return (
      <section
        ref={ref}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll containers must be keyboard-accessible
        tabIndex={0}
        className={classNames(
          'table-frame relative overflow-auto overscroll-x-contain edges scroll-py-12 scroll-pr-14 scroll-pl-36 rounded-lg border border-line bg-surface focus-visible:-outline-offset-2 sm:scroll-pr-36 sm:scroll-pl-48',
          className,
        )}
        {...tableTooltips}
        {...cellLinkProps(navigate)}
        {...props}
      >
        {children}
      </section>
    );
  },
);

/** A table short enough to render in full. Its rows are plain `tr` elements with Th and Td. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return <table className={classNames(tableClass, 'w-full', className)} {...props} />;
}

type CellProps = { align?: 'start' | 'end' };

export function Th({
  align = 'start',
  className,
  ...props
}: Omit<ComponentProps<'th'>, 'align'> & CellProps) {
  return <th scope="col" className={classNames(headCellClass, alignClass(align), className)} {...props} />;
}

export function Td({
  align = 'start',
  className,
  ...props
}: Omit<ComponentProps<'td'>, 'align'> & CellProps) {
  return (
    <td className={classNames(cellClass, 'border-b border-line', alignClass(align), className)} {...props} />
  );
}

/** Row header cell. */
export function RowTh({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="row"
      className={classNames('h-9 border-b border-line px-3 py-1 text-left', className)}
      {...props}
    />
  );
}

/** A right-aligned figure; digits line up. */
export function FigureCell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Td align="end" className={className}>
      {hangParenthesis(children)}
    </Td>
  );
}

/** Total in the footer of a figure column. */
export function FigureFoot({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <td className={classNames(footCellClass, alignClass('end'), className)}>{hangParenthesis(children)}</td>
  );
}

/** In figure columns, hangs a negative amount's closing parenthesis past the edge, so digits line up. */
export function hangParenthesis(content: ReactNode): ReactNode {
  return getTrailingText(content).endsWith(')') ? <span className="hung">{content}</span> : content;
}

function getTrailingText(content: ReactNode): string {
  if (Array.isArray(content)) return getTrailingText(content.at(-1));
  if (isValidElement<{ children?: ReactNode }>(content)) return getTrailingText(content.props.children);
  return typeof content === 'string' ? content : '';
}

export const tableClass = 'border-separate border-spacing-0 text-left';
export const cellClass = 'h-9 px-3 py-1 align-middle';
export const headCellClass =
  'sticky top-0 z-10 h-9 border-b border-line bg-sunken px-3 py-1 text-xs font-medium text-muted whitespace-nowrap print:static';
/** For row header cells, which stay visible when the table scrolls sideways. */
export const stickyCellClass = 'edge-start sticky left-0 z-1 bg-surface print:static';
export const stickyHeadClass = 'edge-start left-0 z-20';
export const footCellClass =
  'sticky bottom-0 z-10 h-9 border-t border-line bg-sunken px-3 py-1 font-semibold whitespace-nowrap print:static';

export function alignClass(align: 'start' | 'end' = 'start'): string {
  return align === 'end' ? 'text-right figures' : 'text-left';
}
