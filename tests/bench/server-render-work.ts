import { createElement, type ReactNode } from 'react';
import { type Markup, parseMarkup } from './markup';

/** Queries of the peers in server-render.ts. */
export const QUERIES = {
  user: 'select * from user where id = ?',
  memberships:
    'select c.id, c.name, c.code, m.role from user_company m join company c on c.id = m.company_id where m.user_id = ?',
  wells: 'select * from well where company_id = ? and deleted_at is null order by well_code_key limit 101',
};

export async function readAsTheyDo(
  db: D1Database,
  { userId, companyId }: { userId: string; companyId: string },
) {
  await db.batch([
    db.prepare(QUERIES.user).bind(userId),
    db.prepare(QUERIES.memberships).bind(userId),
    db.prepare(QUERIES.wells).bind(companyId),
  ]);
}

/** The page as React elements, for the peers to render. */
export function documentOf(page: string): ReactNode {
  const [document] = parseMarkup(page);
  return createElement(Part, { markup: document! });
}

/** Each element becomes a component, like the parts of an application. */
function Part({ markup }: { markup: Exclude<Markup, string> }): ReactNode {
  const { tag, props, children } = markup;
  return createElement(
    tag,
    props,
    ...children.map((child) => (typeof child === 'string' ? child : createElement(Part, { markup: child }))),
  );
}
