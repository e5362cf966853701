import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { useFormat } from '~/hooks/use-format';
import { classNames } from './class-names';

const TONE_CLASSES = {
  info: 'border-line bg-sunken text-ink',
  warning: 'border-transparent bg-yellow-soft text-yellow',
  danger: 'border-transparent bg-red-soft text-red',
};

/** A persistent inline message. Screen readers announce danger notes when they appear. */
export function Note({
  tone = 'info',
  title,
  className,
  children,
}: {
  tone?: keyof typeof TONE_CLASSES;
  title?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  const format = useFormat();
  const Icon = tone === 'info' ? Info : CircleAlert;
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'note'}
      className={classNames('flex gap-2.5 rounded-md border px-3 py-2.5', TONE_CLASSES[tone], className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {/* The server writes dates as YYYY-MM-DD. */}
        {title && <p className="font-medium">{typeof title === 'string' ? format.message(title) : title}</p>}
        {children}
      </div>
    </div>
  );
}
