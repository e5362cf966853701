export type Markup = string | { tag: string; props: Record<string, unknown>; children: Markup[] };

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const RAW = /^(script|style)$/;
const BOOLEAN = /^(async|checked|defer|disabled|hidden|readonly|required|selected)$/;
const TOKEN =
  /<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|<\/([a-z0-9]+)>|<([a-z0-9]+)((?:\s[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gi;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Parses React's output, which is well formed, into elements that React can render again. */
export function parseMarkup(html: string): Exclude<Markup, string>[] {
  const root: Exclude<Markup, string> = { tag: '', props: {}, children: [] };
  const open = [root];
  const text = new RegExp(TOKEN);
  for (let token = text.exec(html); token; token = text.exec(html)) {
    const [whole, closed, tag, attributes = ''] = token;
    const parent = open.at(-1)!;
    if (closed) open.pop();
    else if (!tag) {
      if (!whole.startsWith('<!')) parent.children.push(unescaped(whole));
    } else {
      const element = { tag, props: propsOf(attributes), children: [] as Markup[] };
      parent.children.push(element);
      if (RAW.test(tag)) {
        const end = html.indexOf(`</${tag}>`, text.lastIndex);
        const raw = html.slice(text.lastIndex, end);
        if (raw) Object.assign(element.props, { dangerouslySetInnerHTML: { __html: raw } });
        text.lastIndex = end + tag.length + 3;
      } else if (!VOID.test(tag)) open.push(element);
    }
  }
  return root.children.filter((child) => typeof child !== 'string');
}

function propsOf(attributes: string): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const [, name = '', value] of attributes.matchAll(ATTRIBUTE)) {
    if (name === 'style') props.style = stylesOf(unescaped(value ?? ''));
    else props[name] = BOOLEAN.test(name) ? true : unescaped(value ?? '');
  }
  return props;
}

function stylesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(';')
      .filter(Boolean)
      .map((rule) => {
        const [name = '', value = ''] = rule.split(/:(.*)/s);
        return [
          name.startsWith('--') ? name : name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()),
          value,
        ];
      }),
  );
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '');
}
