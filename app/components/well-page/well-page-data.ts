import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { WellView } from '~/schemas/wells/well-views';

/** Sent by the server with a well's page; its ledger and audit trail load afterward. */
export type WellPageData = {
  well: WellView;
  layers: WellLayerView[];
  carryingAmount: string;
  /** Asset retirement cost less accumulated depreciation. */
  arcNet: string;
  /** Fields in use, for the well form. */
  fields: string[];
  customFieldTemplates: CustomFieldTemplate[];
  /** True when the well may have missed accretion posted for the company. */
  isBehind: boolean;
};
