import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { WellView } from '~/schemas/wells/well-views';

/** What the server gives with a well's page; its ledger and its audit trail follow. */
export type WellPageData = {
  well: WellView;
  layers: WellLayerView[];
  carryingAmount: string;
  /** Asset retirement cost less accumulated depreciation. */
  arcNet: string;
  /** For the well's form. */
  fields: string[];
  customFieldTemplates: CustomFieldTemplate[];
  /** Whether it may have missed accretion that was posted for the company. */
  isBehind: boolean;
};
