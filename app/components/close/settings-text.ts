import { METHOD_NAMES } from '~/domain/books/layer-labels';
import type { Format } from '~/hooks/use-format';
import type { CompanySettingsView } from '~/schemas/people/people-views';

export type MethodSettings = Pick<
  CompanySettingsView,
  | 'accretionMethod'
  | 'depreciation'
  | 'depreciationFrom'
  | 'settlementOrder'
  | 'settlementDifference'
  | 'downwardRate'
  | 'changeBasis'
  | 'approval'
>;

/** Accounting settings for a pack's cover. Earlier postings keep the settings they were posted with. */
export function settingsText(settings: MethodSettings, format: Format): string {
  const { depreciation, depreciationFrom: from } = settings;
  const parts = [
    `Accretion: ${METHOD_NAMES[settings.accretionMethod].toLowerCase()} method`,
    depreciation === 'none'
      ? 'Depreciation: kept elsewhere'
      : `Depreciation: ${METHOD_NAMES[depreciation].toLowerCase()}${from ? ` from ${format.date(from)}` : ''}`,
    `Settlements: ${settings.settlementOrder === 'oldest' ? 'oldest layer first' : 'all layers in proportion'}, difference to ${settings.settlementDifference === 'pool' ? 'the full-cost pool' : 'gain or loss'}`,
    `Changes in estimate: compared with the previous estimate ${settings.changeBasis === 'repriced' ? 'at prices of the date' : 'as stated'}`,
    `Decreases: ${settings.downwardRate === 'newest' ? 'rates of the newest layers' : 'average rates of the well’s layers'}`,
    `Approval: ${settings.approval === 'second-person' ? 'a second person' : 'not required'}`,
  ];
  return `${parts.join('. ')}. As set when this was generated; the audit log has every change, and each accretion record has its method.`;
}
