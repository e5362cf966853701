import { EXTRA_COLUMNS, WELL_CSV_COLUMNS, type WellCsvColumn } from '~/domain/files/well-csv';
import type { CustomFieldTemplate, CustomFieldType } from '~/domain/wells/custom-field';

/** Kinds of values in a target. */
export type TargetKind =
  | 'text'
  | 'words'
  | 'amount'
  | 'rate'
  /** A percentage that keeps all its decimals, such as a working interest. */
  | 'share'
  | 'whole'
  | 'number'
  | 'date'
  | 'checkbox';

/** A field that a column can be mapped to. */
export type Target = { id: string; label: string; kind: TargetKind; options?: readonly string[] };

/** `titles` is separated by spaces, strongest match first. */
type TargetDetails = Omit<Target, 'id'> & { titles: string };

/** A user's file never has the version of the well it changes; the review adds it. */
type TargetColumn = Exclude<WellCsvColumn, 'wellVersion'>;
const TARGET_COLUMNS = WELL_CSV_COLUMNS.filter((column): column is TargetColumn => column !== 'wellVersion');

/** Each upload column with its label, and the titles people commonly use for it, normalized by `titleKey`. */
const TARGETS: Record<TargetColumn, TargetDetails> = {
  wellCode: {
    label: 'Well code',
    kind: 'text',
    titles:
      'wellcode code wellid wellno wellnumber well# api apinumber apino api# apiwellno apiwellnumber api14 api10 uwi propertyno propertynumber propertyid propertycode assetid assetno assetnumber assetcode costcenter npdid',
  },
  wellName: {
    label: 'Well name',
    kind: 'text',
    titles:
      'wellname name well lease leasename leasewellname wellborename wellbore propertyname assetname description welldescription propertydescription',
  },
  wellStatus: {
    label: 'Well status',
    kind: 'words',
    options: ['Active', 'Inactive', 'Plugged'],
    titles: 'wellstatus status stat currentstatus statuscode operatingstatus productionstatus',
  },
  field: {
    label: 'Field',
    kind: 'text',
    titles: 'field fieldname area district basin play region unit fieldarea areafield assetarea leasefield',
  },
  activeDate: {
    label: 'Active date',
    kind: 'date',
    titles:
      'activedate spuddate spud spudactive completiondate compdate inservicedate inservice startdate firstproduction firstproddate firstprod firstproductiondate dateinservice placedinservice onlinedate',
  },
  layerType: {
    label: 'Layer type',
    kind: 'words',
    options: ['initial', 'additional'],
    titles: 'layertype layer layerno layernumber layer# arolayer layerkind type vintage',
  },
  discountRate: {
    label: 'Discount rate (%)',
    kind: 'rate',
    titles:
      'discountrate discrate discount discount% disc% disc discrate% discountrate% carfr carfr% carfrrate carfrrate% creditadjustedrate creditadjustedriskfreerate creditadjriskfreerate creditadjrate riskfreerate accretionrate rate',
  },
  inflationRate: {
    label: 'Inflation rate (%)',
    kind: 'rate',
    titles:
      'inflationrate inflation inflation% inflationrate% inflrate infl infl% inflrate% escalation escalationrate costinflation inflationfactor',
  },
  pAndACost: {
    label: 'P&A cost',
    kind: 'amount',
    titles:
      'pandacost pacost paestimate pandaestimate pluggingcost abandonmentcost estimatedcost estimatedpacost estpacost pacostest pacostestimate costtoplug retirementcost abandonmentestimate currentcostestimate costestimate estimatedpluggingcost undiscountedcost estpluggingcost arocost currentcost netpacost netpa netcost netpaestimate netpluggingcost netabandonmentcost netcostestimate netestimate netestimatedcost pacostnet panet pacosttodaysdollars pacosttodays netpacosttodays pacostnettodays',
  },
  wellLifespan: {
    label: 'Well lifespan (years)',
    kind: 'whole',
    titles:
      'welllifespan lifespan life welllife usefullife remaininglife lifeyears years reservelife economiclife yearstosettlement lifeyrs',
  },
  calculationDate: {
    label: 'Calculation date',
    kind: 'date',
    titles:
      'calculationdate calcdate layerdate arolayerdate dateincurred incurreddate incurred arodate dateestablished aroestablished recognitiondate measurementdate obligationdate liabilitydate arostartdate establisheddate vintagedate dateoflayer estimatedate dateofestimate estdate',
  },
  aroValue: {
    label: 'ARO value at recognition',
    kind: 'amount',
    titles:
      'arovalue originalaro originalliability initialaro initialliability aroatrecognition liabilityatrecognition originalpv pvatinception pvatrecognition presentvalue initialpv inceptionvalue originalarovalue layervalue',
  },
  currentAroValue: {
    label: 'Current ARO value (opening balance)',
    kind: 'amount',
    titles:
      'currentarovalue currentaro arobalance endingaro endingbalance liabilitybalance aroliability liability carryingamount carryingvalue currentliability aroendingbalance arobalanceend openingbalance openingaro bookliability endingliability aroliabilitybalance',
  },
  measurement: {
    label: 'Measurement of an additional layer',
    kind: 'words',
    options: ['increment', 'change', 'remeasure'],
    titles: 'measurement',
  },
  arcCost: {
    label: 'Opening ARC cost',
    kind: 'amount',
    titles:
      'arccost arc arcgross grossarc assetcost aroasset aroassetcost openingarc openingarccost capitalizedcost assetretirementcost arcbasis arcassetcost originalarc',
  },
  arcAccumulated: {
    label: 'Opening accumulated depreciation',
    kind: 'amount',
    titles:
      'arcaccumulated accumulateddepreciation accumdepr accumdd&a accumdda accumulateddda accumulated arcaccumulateddepreciation accumulateddepreciationarc accdepr accumdep arcaccumdepr ltddepreciation arcaccumdda accumulateddepletion ltddda',
  },
  retirementDate: {
    label: 'Retirement date',
    kind: 'date',
    titles:
      'retirementdate settlementdate settlementyear abandonmentdate abandonmentyear pluggingdate retirementyear expectedsettlement estimatedsettlementdate estsettlement settleyear settlyr expectedabandonmentdate estabandonmentdate pluggingyear estsettlementyear expectedsettlementdate estsettlementdate economiclimit',
  },
  grossCost: {
    label: 'Gross P&A cost (all owners)',
    kind: 'amount',
    titles:
      'grosscost grosspa grosspacost grosspandacost grosspaestimate grosspluggingcost grossabandonmentcost grossabandonment grossestimate grosscostestimate grossestimatedcost grosscurrentcost pacostgross pagross 88cost 88thscost 88pacost 100%cost 100%pacost',
  },
  workingInterest: {
    label: 'Working interest (%)',
    kind: 'share',
    titles:
      'workinginterest workinginterest% workinginterestpercent wi wi% wipercent wipct companywi ourwi ownership%',
  },
  workingInterestFrom: {
    label: 'Working interest from',
    kind: 'date',
    titles: 'workinginterestfrom wifrom widate wieffectivedate workinginterestdate wistart',
  },
};

const CUSTOM_KIND: Record<CustomFieldType, TargetKind> = {
  text: 'text',
  textarea: 'text',
  number: 'number',
  date: 'date',
  select: 'text',
  checkbox: 'checkbox',
};

const CUSTOM = 'custom:';

/** Target id of a custom field. */
export function customTarget(fieldName: string): string {
  return CUSTOM + fieldName;
}

/** Custom field name of a target, or null. */
export function customFieldOf(target: string): string | null {
  return target.startsWith(CUSTOM) ? target.slice(CUSTOM.length) : null;
}

/** Title of a target in an upload's own columns. */
export function uploadTitle(target: string): string {
  return customFieldOf(target) ?? target;
}

/** All targets of a company: the upload columns that no custom field hides, and the custom fields. */
export function targetsOf(customFields: readonly CustomFieldTemplate[]): Target[] {
  const key = (text: string) => text.replace(/[\s_]/g, '').toLowerCase();
  const hidden = new Set(
    customFields.flatMap(({ fieldName, displayName }) => [key(fieldName), key(displayName)]),
  );
  const extra = new Set<string>(EXTRA_COLUMNS);
  return [
    ...TARGET_COLUMNS.filter((id) => !extra.has(id) || !hidden.has(key(id))).map((id) => {
      const { label, kind, options } = TARGETS[id];
      return { id, label, kind, ...(options && { options }) };
    }),
    ...customFields.map(({ fieldName, displayName, fieldType }) => ({
      id: customTarget(fieldName),
      label: displayName,
      kind: CUSTOM_KIND[fieldType],
    })),
  ];
}

/** Titles commonly used for an upload column. */
export function titlesOf(target: string): readonly string[] {
  return TARGETS[target as TargetColumn]?.titles.split(' ') ?? [];
}

/** Suggested meanings of common words for a status, a layer type or a measurement; the user decides. */
const MEANINGS: Record<string, Map<string, string>> = {
  wellStatus: new Map([
    ...mapWords(
      'Active',
      'active act a pr prod producing producer flowing online open pumping injecting inj pdp gl',
    ),
    ...mapWords(
      'Inactive',
      'inactive inact si shutin shut-in ta tempabandoned temporarilyabandoned idle suspended closed offline standing',
    ),
    ...mapWords(
      'Plugged',
      'plugged p&a pa pa&d abandoned pluggedandabandoned plugged&abandoned pxa pnd reclaimed dry&abandoned',
    ),
  ]),
  layerType: new Map([
    ...mapWords('initial', 'initial init original base new 1 first'),
    ...mapWords(
      'additional',
      'additional add addition revision revised rev change upward downward increment 2 3 4 5 6 7 8 9',
    ),
  ]),
  measurement: new Map([
    ...mapWords('increment', 'increment added addedcost'),
    ...mapWords('change', 'change revisedtotal total'),
    ...mapWords('remeasure', 'remeasure remeasurement'),
  ]),
};

function mapWords(value: string, words: string): [string, string][] {
  return words.split(' ').map((word) => [word, value]);
}

/** Probable meaning of a word for a target, or null. */
export function suggestedMeaning(target: string, word: string): string | null {
  const key = word.toLowerCase().replace(/[\s._/]+/g, '');
  const words = MEANINGS[target];
  return words?.get(key) ?? words?.get(key.replace(/-/g, '')) ?? null;
}
