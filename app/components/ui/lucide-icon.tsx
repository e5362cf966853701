import type { SVGAttributes } from 'react';

type Shape = [tag: string, attributes: Record<string, string>];

/**
 * The build substitutes this for lucide's own function (vite.config.ts). A lucide icon is two components plus an element per line of
 * the drawing; this is one component and one element, so React skips the lines. Icons next to text are decorative, so they are
 * hidden from screen readers.
 */
export default function createLucideIcon({ name, node }: { name: string; node: Shape[] }) {
  let lines: { __html: string } | undefined;

  function Icon(props: SVGAttributes<SVGSVGElement>) {
    lines ??= { __html: node.map(renderShape).join('') };
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...props}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: static drawings from the library
        dangerouslySetInnerHTML={lines}
      />
    );
  }

  Icon.displayName = name;
  return Icon;
}

function renderShape([tag, { key, ...attributes }]: Shape): string {
  const attributeTexts = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return `<${tag} ${attributeTexts.join(' ')}></${tag}>`;
}
