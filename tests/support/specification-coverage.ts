import { readFileSync } from 'node:fs';

/** A test: its file below tests/, and its title as written in the file. */
type Test = [file: string, title: string];

type Group = {
  section: string;
  /** The requirements, in short. */
  says: string;
  /** Tests that fail when a requirement is broken; empty if not built yet. */
  tests: Test[];
};

const main: Test = [
  'e2e/books/main-job.spec.ts',
  'the whole main job by hand, from the landing page to a rollforward that ties',
];
const wellForm: Test = [
  'e2e/books/main-job.spec.ts',
  'the well form keeps what was typed when the code exists, and edit and delete do what they say',
];
const calculateForm: Test = [
  'e2e/books/main-job.spec.ts',
  'the calculation form says what is missing, word for word, and fills the rates in from the previous layer',
];
const selection: Test = [
  'e2e/shell/shell.spec.ts',
  'who belongs to several companies selects one first, and can switch; two tabs never mix',
];
const tabs: Test = ['worker/platform/page-document.test.ts', 'links to its tabs'];
const matrix: Test = [
  'worker/platform/authorization.test.ts',
  'lists every call of every route with the declared guard, and nothing else',
];
const customFields: Test = [
  'e2e/wells/custom-fields.spec.ts',
  'fields of all six types are added, ordered, renamed and deleted, and wells follow',
];
const realUpload: Test = [
  'e2e/imports/mass-upload.spec.ts',
  'thousands of real wells: counts, every refused row, and the same rows mended',
];
const uploadRefusals: Test = [
  'e2e/imports/mass-upload-files.spec.ts',
  'files that cannot be taken are said so, and nothing is sent',
];

const wellFileRefusals: Test = [
  'domain/imports/well-file.test.ts',
  'is refused where it is empty or too large',
];

const COVERAGE: Group[] = [
  {
    section: '1 Product',
    says: 'Six capabilities on the landing page',
    tests: [
      [
        'worker/people/sign-in-return.test.ts',
        'sees the product, its six capabilities and the sign-in button',
      ],
    ],
  },
  {
    section: '1 Product',
    says: 'Companies side by side; users see their own company’s data only',
    tests: [matrix, ['worker/wells/well.test.ts', 'can’t find another company’s well']],
  },
  {
    section: '2 Routing',
    says: 'Not signed in: landing at /, otherwise not found',
    tests: [['worker/people/sign-in-return.test.ts', 'gets a 404 at %s']],
  },
  { section: '2 Routing', says: 'Company selection replaces every route', tests: [selection] },
  {
    section: '2 Routing',
    says: 'System administrators reach /admin without a company',
    tests: [
      ['e2e/people/admin.spec.ts', 'an administrator without a company gets in; the tabs are in the address'],
    ],
  },
  {
    section: '2 Routing',
    says: 'Login and logout are navigations',
    tests: [
      ['e2e/people/sign-in.spec.ts', 'signs in through the identity provider'],
      [
        'e2e/people/sign-in.spec.ts',
        'a sign-out ends the session everywhere at once, and the provider asks again',
      ],
    ],
  },
  {
    section: '2 Header',
    says: 'Customer, theme toggle, user menu',
    tests: [
      main,
      [
        'e2e/people/settings.spec.ts',
        'the system’s is followed when it changes; one chosen signed out is in what the server sends next',
      ],
      [
        'e2e/shell/error-page.spec.ts',
        'styles stand in the document, and are still there when a page fails and React makes it anew',
      ],
    ],
  },
  { section: '2 Dashboard', says: 'Four tabs with their labels', tests: [tabs] },
  {
    section: '2 Wells',
    says: 'List: search, status and field filter, columns, badges, empty messages',
    tests: [wellForm, main, ['worker/wells/well.test.ts', 'pages through everything once: %s']],
  },
  { section: '2 Wells', says: 'Add, edit and delete dialogs, confirmation, toasts', tests: [wellForm] },
  {
    section: '2 Wells',
    says: 'Well form with custom fields by type, help text, required mark',
    tests: [customFields],
  },
  {
    section: '2 Wells',
    says: 'Mass Upload dialog: instructions, format, template, picker, processing, counts, errors, buttons',
    tests: [
      [
        'e2e/imports/mass-upload-files.spec.ts',
        'instructions, the required format and a template that goes in as it stands',
      ],
      realUpload,
    ],
  },
  {
    section: '2 Wells',
    says: 'Custom Field Templates: list, order, add, edit, delete',
    tests: [customFields],
  },
  {
    section: '2 Calculate',
    says: 'Scopes, pickers, layer types, previous layers, parameters, results',
    tests: [main, calculateForm],
  },
  {
    section: '2 Calculate',
    says: 'Entire field and all wells',
    tests: [
      [
        'e2e/books/npd-wells.spec.ts',
        'thousands of real wells: layers for all, three months of accretion, and totals that agree with a calculation of our own',
      ],
      ['worker/books/aro-layer-all.test.ts', 'covers one field and only the current company'],
    ],
  },
  { section: '2 Accretion', says: 'Form, results table, four cards', tests: [main] },
  {
    section: '2 Detail',
    says: 'Buttons, filters, columns, footer, empty messages, export dialogs',
    tests: [main],
  },
  {
    section: '2 Admin panel',
    says: 'Access denied',
    tests: [
      ['worker/people/admin-lists.test.ts', 'turns away users who aren’t administrators, with a link back'],
    ],
  },
  {
    section: '2 Admin panel',
    says: 'Users tab',
    tests: [
      [
        'worker/people/admin-lists.test.ts',
        'has a count, columns, badges and placeholders for missing values',
      ],
      [
        'e2e/people/admin.spec.ts',
        'joins a company, as viewer or admin, once, and becomes administrator and back',
      ],
    ],
  },
  {
    section: '2 Admin panel',
    says: 'Companies tab',
    tests: [
      ['e2e/people/admin.spec.ts', 'creates a company, says what is wrong with it, and renames it'],
      [
        'e2e/people/admin.spec.ts',
        'shows and removes members, and deletes the company after asking, unless it has wells',
      ],
    ],
  },
  {
    section: '2 Admin panel',
    says: 'System Data tab',
    tests: [
      [
        'e2e/people/admin.spec.ts',
        'three tables of every company, with counts; more rows come as one scrolls',
      ],
      ['e2e/people/admin.spec.ts', 'missing values and empty lists say so'],
    ],
  },
  { section: '2 Company selection', says: 'Texts, button, footer', tests: [selection] },
  {
    section: '2 Company selection',
    says: 'Two empty states',
    tests: [
      ['e2e/shell/shell.spec.ts', 'a user without a company is told so'],
      ['e2e/people/admin.spec.ts', 'an administrator without a company gets in; the tabs are in the address'],
    ],
  },
  {
    section: '2 Account settings',
    says: 'Theme and sidebar',
    tests: [
      ['e2e/people/settings.spec.ts', 'saved as a preference, it overrides the local one on every page'],
      ['e2e/people/settings.spec.ts', 'the sidebar leads everywhere, collapses, and is remembered'],
    ],
  },
  {
    section: '2 Account settings',
    says: 'Deletion: notice, three options, confirmations',
    tests: [
      ['e2e/people/settings.spec.ts', 'three options, each of which asks first, and says when it fails'],
      [
        'e2e/people/settings.spec.ts',
        'marked for deletion: a notice, the other options behind a button, and no way in',
      ],
      ['e2e/people/settings.spec.ts', 'permanently deleted: said, signed out here and at the provider, gone'],
    ],
  },
  {
    section: '3 Entities',
    says: 'Company code and well code unique',
    tests: [
      ['worker/people/company.test.ts', 'refuses a code that exists in another case'],
      ['worker/wells/well.test.ts', 'detects duplicates in every alphabet'],
    ],
  },
  {
    section: '3 Entities',
    says: 'Audit log and calculation inputs',
    tests: [
      ['worker/books/aro-layer.test.ts', 'leaves one calculation input and one audit row'],
      ['worker/books/accretion.test.ts', 'records the inputs and who posted it'],
    ],
  },
  {
    section: '3 Entities',
    says: 'ARO summary, rollforward rows, journal rows',
    tests: [
      ['worker/reports/report.test.ts', 'counts wells with layers and sums exactly'],
      ['worker/reports/report.test.ts', 'moves from the beginning to the ending balance'],
      [
        'worker/reports/report.test.ts',
        'has two rows per event, ordered by date, kind, well code and layer number',
      ],
    ],
  },
  {
    section: '4 States',
    says: 'Initial layer dated by the active date; auto-fill, lock, clearing of rates',
    tests: [calculateForm, main],
  },
  { section: '4 States', says: 'Results replaced, Reset clears', tests: [main] },
  { section: '4 States', says: 'Mass upload: chosen, processing, results, cleared', tests: [realUpload] },
  { section: '4 States', says: 'Custom field order renumbered and saved whole', tests: [customFields] },
  { section: '4 States', says: 'Historical shows nothing', tests: [main] },
  {
    section: '4 States',
    says: 'Theme: light, dark, system; saved value overrides',
    tests: [
      [
        'e2e/people/settings.spec.ts',
        'the system’s is followed when it changes; one chosen signed out is in what the server sends next',
      ],
      ['e2e/people/settings.spec.ts', 'saved as a preference, it overrides the local one on every page'],
    ],
  },
  { section: '5 Validation', says: 'Well', tests: [wellForm] },
  {
    section: '5 Validation',
    says: 'ARO calculation form',
    tests: [calculateForm, ['worker/books/aro-layer-refusals.test.ts', 'reports all errors together']],
  },
  { section: '5 Validation', says: 'Custom field form', tests: [customFields] },
  {
    section: '5 Validation',
    says: 'Company form',
    tests: [['e2e/people/admin.spec.ts', 'creates a company, says what is wrong with it, and renames it']],
  },
  {
    section: '5 Validation',
    says: 'Mass upload: one CSV file of at most 5,242,880 bytes, its columns and their values',
    tests: [
      uploadRefusals,
      wellFileRefusals,
      [
        'e2e/imports/mass-upload-files.spec.ts',
        'what was recognised, what is missing and what is ignored, before anything is sent',
      ],
    ],
  },
  { section: '5 Validation', says: 'Report dates', tests: [main] },
  { section: '5 Validation', says: 'CSV cells', tests: [['domain/files/csv-cell.test.ts', 'csvCell']] },
  {
    section: '5 Validation',
    says: 'Company selection and deletion',
    tests: [
      selection,
      [
        'e2e/people/admin.spec.ts',
        'shows and removes members, and deletes the company after asking, unless it has wells',
      ],
    ],
  },
  { section: '6 Roles', says: 'Who may call what', tests: [matrix] },
  {
    section: '6 Roles',
    says: 'Viewers read and export',
    tests: [
      [
        'e2e/books/main-job.spec.ts',
        'a viewer sees everything and writes nothing, and a lost session says so and goes to the sign-in after half a second',
      ],
    ],
  },
  { section: '7 Calls', says: 'Every call, by method and path', tests: [matrix] },
  {
    section: '7 Calls',
    says: 'Mass upload: an address for a direct PUT, then success, message and results',
    tests: [
      ['worker/imports/object-upload.test.ts', 'stores the original file under the company'],
      ['worker/imports/mass-upload-call.test.ts', 'waits for the upload and returns its result'],
      ['worker/imports/mass-upload-call.test.ts', 'isn’t a success if a row failed, and names the row'],
    ],
  },
  {
    section: '7 Calls',
    says: 'Custom fields: the list is fetched before it is replaced',
    tests: [['e2e/wells/custom-fields.spec.ts', 'failures of the list call are told in its words']],
  },
  { section: '7 Calls', says: 'Exports are built in the browser, with their file names', tests: [main] },
  {
    section: '8 Errors',
    says: 'Unauthorized: toast, then the sign-in after 500 ms',
    tests: [
      [
        'e2e/books/main-job.spec.ts',
        'a viewer sees everything and writes nothing, and a lost session says so and goes to the sign-in after half a second',
      ],
    ],
  },
  {
    section: '8 Errors',
    says: 'Failure texts of administration',
    tests: [['e2e/people/admin.spec.ts', 'what fails without a word from the server has words of its own']],
  },
  {
    section: '8 Errors',
    says: 'Failure texts of account and preferences',
    tests: [
      ['e2e/people/settings.spec.ts', 'three options, each of which asks first, and says when it fails'],
      ['e2e/people/settings.spec.ts', 'a preference that cannot be saved is taken back and said'],
    ],
  },
  {
    section: '8 Errors',
    says: 'Upload Issues, Upload Failed, Upload Successful',
    tests: [
      realUpload,
      [
        'e2e/imports/mass-upload-faults.spec.ts',
        'a connection that breaks loses nothing and adds nothing twice',
      ],
    ],
  },
  {
    section: '9 Constants',
    says: 'Mass upload: one file, 5,242,880 bytes, CSV only',
    tests: [uploadRefusals, wellFileRefusals],
  },
  {
    section: '9 Constants',
    says: 'Accretion formula and periods',
    tests: [
      ['worker/books/accretion.test.ts', 'accretes part of a month from the calculation date on'],
      ['worker/books/accretion.test.ts', 'continues where the last record ended'],
    ],
  },
  {
    section: '9 Constants',
    says: 'Average discount rate with two decimals',
    tests: [['worker/books/accretion-list.test.ts', 'rounds the average rate half-up']],
  },
];

/**
 * The table as docs/specification-coverage.md.
 * @throws Error when a listed test does not exist
 */
export function coverageDocument(): string {
  const sources = new Map<string, string>();
  const missing: string[] = [];
  for (const { tests } of COVERAGE) {
    for (const [file, title] of tests) {
      const source = sources.get(file) ?? readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
      sources.set(file, source);
      if (!source.includes(`'${title}'`)) missing.push(`${file}: ${title}`);
    }
  }
  if (missing.length > 0) throw new Error(`There are no such tests:\n${missing.join('\n')}`);
  const lines = [
    '# What the specification says, and the tests that hold it',
    '',
    'Made from `tests/support/specification-coverage.ts` by `npm run docs`, which fails when a test named here does not exist.',
    '',
    '| Section | What it says | Tests that fail without it |',
    '|---|---|---|',
    ...COVERAGE.map(
      ({ section, says, tests }) =>
        `| ${section} | ${says} | ${tests.map(([file, title]) => `\`${file}\`: ${title.replaceAll('|', '\\|')}`).join('<br>') || '*not built yet*'} |`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
