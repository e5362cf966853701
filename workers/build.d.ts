/** What `npm run build` makes of app/: there may be none yet when types are checked. */
declare module '*/build/server/index.js';
