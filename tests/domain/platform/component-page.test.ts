import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Routes as the compiler reads them in a deployed build, which does not request the component page. */
function deployedRoutes(): string {
  const { ARO_COMPONENT_PAGE: _, ...env } = process.env;
  return execFileSync(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'routes', '--json'], {
    cwd: root,
    encoding: 'utf8',
    env,
  });
}

// The browser tests visit the page, which shows that it exists in builds that request it.
it('the component page is built only on request', () => {
  const routes = deployedRoutes();
  expect(routes).toContain('routes/settings');
  expect(routes).not.toContain('dev.components');
}, 60_000);
