import { type ComponentProps, forwardRef } from 'react';
import { classNames } from './class-names';

export const Textarea = forwardRef<HTMLTextAreaElement, ComponentProps<'textarea'>>(function Textarea(
  { className, rows = 3, ...props },
  ref,
) {
  return <textarea ref={ref} rows={rows} className={classNames('control resize-y', className)} {...props} />;
});
