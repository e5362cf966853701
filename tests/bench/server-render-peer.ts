import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import { createElement, type ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { COMPANY_ID, type Data, dataStatements, migrationStatements, USER_ID } from './data';
import { type Markup, parseMarkup } from './markup';

/** Started by server-render.ts: an Express application that renders the page which it is given as React elements. */
process.once('message', ({ page, data }: { page: string; data: Data }) => {
  const [document] = parseMarkup(page);
  const db = new DatabaseSync(':memory:');
  for (const statement of [...migrationStatements(), ...dataStatements(data)]) db.exec(statement);
  const user = db.prepare('select * from user where id = ?');
  const memberships = db.prepare(
    'select c.id, c.name, c.code, m.role from user_company m join company c on c.id = m.company_id where m.user_id = ?',
  );
  const wells = db.prepare(
    'select * from well where company_id = ? and deleted_at is null order by well_code_key limit 101',
  );
  const app = express();
  app.get('/', (_request, response) => {
    user.get(USER_ID);
    memberships.all(USER_ID);
    wells.all(COMPANY_ID);
    const stream = renderToPipeableStream(createElement(Part, { markup: document! }), {
      onShellReady: () => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        stream.pipe(response);
      },
      onError: (error) => {
        throw error;
      },
    });
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
});

/** An element is a component, as the parts of an application are. */
function Part({ markup }: { markup: Exclude<Markup, string> }): ReactNode {
  const { tag, props, children } = markup;
  return createElement(
    tag,
    props,
    ...children.map((child) => (typeof child === 'string' ? child : createElement(Part, { markup: child }))),
  );
}
