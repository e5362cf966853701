import type { AccretionMethod } from '~/domain/accretion';
import type { PeriodType } from '~/domain/calendar-date';
import type { CustomFieldValue } from '~/domain/custom-field';
import type { JournalSettings } from '~/domain/journal';
import type { LayerType, Measurement } from '~/domain/layer';
import type { WellStatus } from './well';

/** What the calls answer. Money and rates are text with two decimals, dates `YYYY-MM-DD`, instants ISO 8601 UTC. */

export type WellSummary = {
  id: string;
  wellCode: string;
  wellName: string;
  wellStatus: WellStatus;
  field: string;
  activeDate: string;
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type WellView = WellSummary & { customFields: Record<string, CustomFieldValue> };

export type LayerView = {
  id: string;
  wellId: string;
  layerNumber: number;
  layerType: LayerType;
  /** How an additional layer's cost was measured; null for the initial layer. */
  measurement: Measurement | null;
  discountRate: string;
  inflationRate: string;
  pAndACost: string;
  /** The well's total estimate once this layer is counted. */
  totalEstimate: string;
  wellLifespan: number;
  calculationDate: string;
  aroValue: string;
  currentAroValue: string;
  /** Period end of the newest accretion record, or null. */
  accretedThrough: string | null;
  createdAt: string;
  updatedAt: string;
  well: {
    id: string;
    wellCode: string;
    wellName: string;
    wellStatus: WellStatus;
    field: string;
    activeDate: string;
  };
};

export type AccretionView = {
  id: number;
  aroLayerId: string;
  postingId: string;
  periodType: PeriodType;
  periodStart: string;
  periodEnd: string;
  beginningAro: string;
  discountRate: string;
  accretionExpense: string;
  endingAro: string;
  method: AccretionMethod;
  /** The time accreted over, in years, with twelve decimals. */
  timeYears: string;
  source: 'user' | 'month-end' | 'import';
  createdAt: string;
  aroLayer: {
    id: string;
    layerNumber: number;
    layerType: LayerType;
    well: { id: string; wellCode: string; wellName: string; field: string };
  };
};

export type PersonView = { id: string; name: string; email: string };

export type MemberView = {
  userId: string;
  firstName: string | null;
  lastName: string | null;
  email: string;
  role: 'viewer' | 'admin';
  createdAt: string;
};

export type CompanySettingsView = {
  accretionMethod: AccretionMethod;
  /** Every setting, the company's own or the default. */
  journal: Required<JournalSettings>;
  version: number;
};

export type AuditView = {
  id: number;
  createdAt: string;
  /** Who did it; `system` for what the product does by itself. */
  userId: string;
  /** Null for the system, and for people who are gone. */
  user: PersonView | null;
  action: string;
  entityType: string;
  entityId: string;
  oldValues: unknown;
  newValues: unknown;
  ipAddress: string | null;
  userAgent: string | null;
};

/** Who did something and when; `user` is null for the system and for people who are gone. */
export type TraceView = { userId: string; user: PersonView | null; createdAt: string };

export type LayerHistoryView = {
  layer: LayerView;
  /** What went into the calculation, in the words of its call; null for a layer that came in without one. */
  calculation: (TraceView & { parameters: unknown }) | null;
  /** How the value follows from the figures, line by line. */
  formula: string[];
  /** The layer's accretion records, oldest first. */
  accretion: (Omit<AccretionView, 'aroLayer'> & { posted: TraceView | null })[];
};
