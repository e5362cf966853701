/** Away from the usual ports, so that tests run beside a copy that somebody uses. */
export const APP_PORT = Number(process.env.E2E_PORT ?? 8797);
export const IDP_PORT = APP_PORT + 1;
export const APP_URL = `http://localhost:${APP_PORT}`;
export const IDP_URL = `http://localhost:${IDP_PORT}`;
