/** Days within which a known vulnerability of a shipped library must be fixed, by severity. docs/security.md has the same table. */
export const DAYS_TO_UPDATE = { critical: 7, high: 7, moderate: 30, low: 31 };
/** The same for a library used only to build or test. */
export const DAYS_TO_UPDATE_TOOLS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Vulnerabilities in the output of `npm audit --json`, each once. @throws Error when it is no report: the registry did not respond
 *
 * @param {any} report
 * @returns {{ id: string, library: string, severity: string }[]}
 */
export function readReport(report) {
  if (report?.auditReportVersion !== 2)
    throw new Error(report?.message ?? report?.error?.summary ?? 'no answer');
  const vulnerabilities = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.flatMap((cause) =>
      // A string names another library in the report, which has the cause itself.
      typeof cause === 'string' ? [] : [{ id: cause.url, library: cause.name, severity: cause.severity }],
    ),
  );
  return [...new Map(vulnerabilities.map((entry) => [`${entry.id} ${entry.library}`, entry])).values()];
}

/**
 * The record after today's check. A vulnerability keeps the day it was first seen, and is removed once it is gone.
 *
 * @param {{ open: { id: string, library: string, since: string }[] }} record
 * @param {{ shipped: ReturnType<typeof readReport>, all: ReturnType<typeof readReport>, today: string }} look
 */
export function updateRecord(record, { shipped, all, today }) {
  const isSame = (a) => (b) => a.id === b.id && a.library === b.library;
  return {
    asked: today,
    open: all.map((entry) => ({
      ...entry,
      ships: shipped.some(isSame(entry)),
      since: record.open.find(isSame(entry))?.since ?? today,
    })),
  };
}

/**
 * Open vulnerabilities that are overdue.
 *
 * @param {{ open: { severity: string, ships: boolean, since: string }[] }} record
 * @param {string} today
 */
export function overdue(record, today) {
  return record.open.filter(({ severity, ships, since }) => {
    // A severity not in the table counts as critical.
    const days = ships ? (DAYS_TO_UPDATE[severity] ?? DAYS_TO_UPDATE.critical) : DAYS_TO_UPDATE_TOOLS;
    return (Date.parse(today) - Date.parse(since)) / DAY_MS > days;
  });
}
