import { type Database, openDatabase } from '#db/client';
import { company, user, userCompany } from '#db/schema';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { CompanyAdminContext, CurrentUser } from '~/services/platform/context.server';
import { UNKNOWN_STRENGTH } from '~/services/platform/sign-in-strength.server';
import { DEMO_PEOPLE, subjectOf } from '../../scripts/local-idp/people.mjs';

import { type DemoCompany, firstDayOfHistory, seedHistory } from './history';

type Role = 'viewer' | 'admin';

const COMPANIES: { id: string; name: string; code: string; description: string; history: DemoCompany }[] = [
  {
    id: '5d1f0c52-8c0e-4b5a-9a2b-41020a0e5001',
    name: 'Northern Shelf Petroleum AS',
    code: 'NSP',
    description: 'Operator on the Norwegian continental shelf',
    history: {
      seed: 410_20,
      fields: [
        { name: 'HAVØRN', prefix: 'NO 15/9-A', wells: 48 },
        { name: 'KRYKKJE', prefix: 'NO 16/1-B', wells: 42 },
        { name: 'LOMVI', prefix: 'NO 25/8-C', wells: 38 },
        { name: 'MÅKE SØR', prefix: 'NO 30/6-D', wells: 34 },
        { name: 'SVALE', prefix: 'NO 34/7-E', wells: 30 },
        { name: 'TJELD', prefix: 'NO 6506/11-F', wells: 26 },
        { name: 'TERNE ØST', prefix: 'NO 6507/7-G', wells: 22, acquiredInterest: 40 },
      ],
      cost: { from: 2_500_000, to: 18_000_000 },
      custom: {
        fields: [
          {
            fieldName: 'purpose',
            displayName: 'Purpose',
            fieldType: 'select',
            required: false,
            options: ['Producer', 'Injector', 'Observation'],
          },
          {
            fieldName: 'water_depth',
            displayName: 'Water Depth (m)',
            fieldType: 'number',
            required: false,
            validation: { min: 0, max: 4000 },
            helpText: 'Below mean sea level',
          },
        ],
        valuesOf: (index) => ({
          purpose: index % 5 === 2 ? 'Injector' : index % 17 === 9 ? 'Observation' : 'Producer',
          water_depth: 70 + ((index * 37) % 310),
        }),
      },
    },
  },
  {
    id: '5d1f0c52-8c0e-4b5a-9a2b-41020a0e5002',
    name: 'Prairie Ridge Energy LLC',
    code: 'PRE',
    description: 'Onshore producer in the Williston Basin',
    history: {
      seed: 35_8,
      depreciates: true,
      rates: [
        {
          discountRates: { 5: '6.10', 10: '6.55', 20: '7.00', 30: '7.15' },
          inflationRate: '2.40',
        },
        {
          discountRates: { 5: '5.80', 10: '6.30', 20: '6.80', 30: '6.95' },
          inflationRate: '2.60',
        },
      ],
      fields: [
        { name: 'Badlands', prefix: 'ND-BAD', wells: 52 },
        { name: 'Cottonwood Creek', prefix: 'ND-COT', wells: 44 },
        { name: 'Little Missouri', prefix: 'ND-LMO', wells: 32 },
        { name: 'Sheyenne', prefix: 'ND-SHE', wells: 20 },
        { name: "Teddy's Bluff", prefix: 'MT-TED', wells: 12 },
      ],
      cost: { from: 45_000, to: 210_000 },
    },
  },
];

/** Roles by user and company. The system administrator belongs to no company, which the rules allow only for that role. */
const PEOPLE: { person: (typeof DEMO_PEOPLE)['admin']; isAdmin: boolean; roles: Record<string, Role> }[] = [
  { person: DEMO_PEOPLE.admin, isAdmin: true, roles: {} },
  { person: DEMO_PEOPLE.accountant, isAdmin: false, roles: { NSP: 'admin', PRE: 'admin' } },
  { person: DEMO_PEOPLE.viewer, isAdmin: false, roles: { NSP: 'viewer' } },
];

/**
 * Fills an empty database with two realistic companies and their users. The same `now` produces the same data. Does nothing if a company
 * already exists.
 */
export async function seedDemo(env: Env, now: Date): Promise<void> {
  const db = openDatabase(env.DB);
  const [existing] = await db.select({ id: company.id }).from(company).limit(1);
  if (existing) return;
  const today = now.toISOString().slice(0, 10);
  await seedCompaniesAndPeople(db, noonOf(firstDayOfHistory(today)));
  const accountant = subjectOf(DEMO_PEOPLE.accountant.email);
  const seedCompanyHistory = ({ id, history }: (typeof COMPANIES)[number]) => {
    const asOf = (date: CalendarDate): CompanyAdminContext => ({
      db,
      env,
      now: noonOf(date),
      // The user's id is all that the services here read from the actor.
      actor: { kind: 'user', user: { id: accountant } as CurrentUser, signIn: UNKNOWN_STRENGTH },
      request: { id: 'demo', ip: null, userAgent: null },
      claimedCompanyId: null,
      idempotency: null,
      companyId: id,
      role: 'admin',
    });
    return seedHistory(asOf, today, history);
  };
  // In parallel, because each one mostly waits for the database.
  await Promise.all(COMPANIES.map(seedCompanyHistory));
}

function noonOf(date: CalendarDate): Date {
  return new Date(`${date}T12:00:00.000Z`);
}

async function seedCompaniesAndPeople(db: Database, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.batch([
    db.insert(company).values(
      COMPANIES.map(({ history: _, ...row }) => ({
        ...row,
        codeKey: row.code.toLowerCase(),
        createdAt: at,
        updatedAt: at,
      })),
    ),
    db.insert(user).values(
      PEOPLE.map(({ person, isAdmin, roles }) => ({
        id: subjectOf(person.email),
        email: person.email,
        emailVerified: true,
        firstName: person.givenName,
        lastName: person.familyName,
        isAdmin,
        selectedCompanyId: COMPANIES.find(({ code }) => code in roles)?.id,
        createdAt: at,
        updatedAt: at,
      })),
    ),
    db.insert(userCompany).values(
      PEOPLE.flatMap(({ person, roles }) =>
        COMPANIES.flatMap(({ id, code }) => {
          const role = roles[code];
          if (!role) return [];
          return [
            {
              id: `demo-${code}-${person.email}`.toLowerCase(),
              userId: subjectOf(person.email),
              companyId: id,
              role,
              createdAt: at,
            },
          ];
        }),
      ),
    ),
  ]);
}
