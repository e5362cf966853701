import type { ReactNode } from 'react';

/** A framed page section with a heading and actions. */
export function Card({
  title,
  description,
  actions,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="rounded-lg border border-line bg-surface">
      <div className="flex items-start justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 max-sm:flex-wrap">
        <div className="min-w-0">
          <h2 className="text-base font-semibold">{title}</h2>
          {description && <p className="text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2 sm:shrink-0 sm:justify-end">{actions}</div>}
      </div>
      <div className="p-4">{children}</div>
    </section>
  );
}

/** A labeled figure, for the cards above or below a table. Narrow cards use smaller type so the figure fits. */
export function StatCard({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="@container min-w-0 break-inside-avoid rounded-lg border border-line bg-surface px-4 py-3">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="figures text-base font-semibold @3xs:text-xl">{value}</dd>
    </div>
  );
}
