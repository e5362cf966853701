import type { SVGAttributes } from 'react';

type Shape = [tag: string, attributes: Record<string, string>];

/**
 * The build puts this in place of lucide's own function (vite.config.ts). Lucide's icons are two components and an element for each line of
 * the drawing; these are one of each, and React need not go through the lines. An icon beside a text says nothing of its own, so
 * screen readers skip it.
 */
export default function createLucideIcon({ name, node }: { name: string; node: Shape[] }) {
  let lines: { __html: string } | undefined;

  function Icon(props: SVGAttributes<SVGSVGElement>) {
    lines ??= { __html: node.map(drawn).join('') };
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
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawings of the library
        dangerouslySetInnerHTML={lines}
      />
    );
  }

  Icon.displayName = name;
  return Icon;
}

function drawn([tag, { key, ...attributes }]: Shape): string {
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return `<${tag} ${written.join(' ')}></${tag}>`;
}
