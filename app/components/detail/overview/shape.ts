/** Shared by the overview and its skeleton, to avoid layout shift. */
export const CARDS_CLASS =
  'grid gap-3 md:grid-cols-2 md:[&>:last-child]:col-span-2 xl:grid-cols-3 xl:[&>:last-child]:col-span-1';
export const CARD_CLASS = 'flex min-w-0 flex-col rounded-lg border border-line bg-surface p-3';
export const SENTENCE_CLASS = 'min-h-10 xl:min-h-15';
export const CHART_CLASS = 'min-h-52 grow';
