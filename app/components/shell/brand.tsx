/**
 * The product's mark and name. The mark shows strata, one per layer.
 * @param isShort show only the mark on a phone
 */
export function Brand({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold whitespace-nowrap">
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 shrink-0">
        <rect width="20" height="20" rx="5" className="fill-primary" />
        <path d="M5 6h10M5 10h7M5 14h4" stroke="#fff" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
      <span className={isShort ? 'max-sm:sr-only' : undefined}>ARO System</span>
    </span>
  );
}
