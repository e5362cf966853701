import BookOpenText from 'lucide-react/icons/book-open-text';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Scale from 'lucide-react/icons/scale';
import { isReportKind } from '~/components/reports/report-kinds';
import { isSheetKind, SHEET_KINDS, SHEETS } from '~/components/reports/sheets';
import { useSheetPrint } from '~/components/reports/use-sheet-print';
import { Button } from '~/components/ui/button';
import { Segmented } from '~/components/ui/choice';
import { figureClass, figureGridClass } from '~/components/ui/figure-grid';
import { MenuButton } from '~/components/ui/menu-button';
import { onDemand } from '~/components/ui/on-demand';
import { RowCount } from '~/components/ui/row-count';
import { type RowsAsJson, useRowsFromJson } from '~/hooks/rows-as-json';
import { useAddress, useDialogAddress } from '~/hooks/use-address';
import { useFormat } from '~/hooks/use-format';
import { useMoreRows } from '~/hooks/use-more-rows';
import { useToday } from '~/hooks/use-today';
import { DetailFilters } from './detail-filters';
import DetailLedger from './detail-ledger';
import type { DetailPage } from './detail-page';
import { DetailTable } from './detail-table';
import { filterFacts } from './filter-facts';
import { Overview, OverviewPanel } from './overview/overview';
import { OverviewFigures } from './overview/overview-figures';
import { useOverview } from './overview/use-overview';
import { useDetailExport } from './use-detail-export';
import { useDetailFilters } from './use-detail-filters';
import { useDetailPrint } from './use-detail-print';
import { useDetailWorkbook } from './use-detail-workbook';

const ReportDialog = onDemand(() => import('~/components/reports/report-dialog'));
const ReportSheet = onDemand(() => import('~/components/reports/report-sheet'));
const JournalSheet = onDemand(() => import('~/components/reports/journal-sheet'));
const PostingDialog = onDemand(() => import('~/components/books/posting-dialog'));
const LayerHistory = onDemand(() => import('./layer-history'));

const VIEWS = [
  { value: 'overview', label: 'Overview' },
  { value: 'layers', label: 'Layers' },
] as const;

/** Every layer with its inputs and values, or their totals in charts, and the exports. */
export default function DetailTab({ page: sent }: { page: RowsAsJson<DetailPage, 'layers'> }) {
  const page = useRowsFromJson<DetailPage, 'layers'>(sent, 'layers');
  const today = useToday();
  const filtering = useDetailFilters(page);
  const list = `/api/aro-layers?${page.query}`;
  const { rows, more, loadUpTo, hasMore } = useMoreRows({
    first: page.layers,
    nextCursor: page.nextCursor,
    list,
    rowId: (layer) => layer.id,
  });
  const { exportDetail, pending } = useDetailExport(list, today);
  const saveWorkbook = useDetailWorkbook(list, page.query, today);
  // In the menu, because another button would wrap onto a second line above the table.
  const workbookItem = { label: 'ARO Detail as XLSX', onSelect: saveWorkbook };
  const { dialog, params, open, close } = useDialogAddress();
  const posting = dialog === 'posting' ? params.get('posting') : null;
  const openLayer = dialog === 'layer' ? params.get('layerId') : null;
  const { nextParams, change } = useAddress();
  const view = nextParams.get('overview') === 'open' ? 'overview' : 'layers';
  const show = (next: string) => change({ overview: next === 'overview' ? 'open' : null }, { replace: true });
  const overview = useOverview(page);
  const showsOverview = view === 'overview' && page.allLayers > 0;
  const detailPrint = useDetailPrint(list, page, rows, dialog !== null || showsOverview);
  const isOverviewOld = overview.isOld || filtering.isChanging;
  const overviewPaper =
    overview.overview && !isOverviewOld
      ? { overview: overview.overview, filterFacts: filterFacts(page.query, rows) }
      : null;
  const overviewPrint = useSheetPrint(
    'the overview',
    showsOverview && dialog === null ? overviewPaper : null,
  );
  const print = showsOverview ? overviewPrint.print : detailPrint.printDetail;
  const notLoaded =
    showsOverview && overviewPaper === null
      ? 'The overview hasn’t loaded, so there’s nothing to print'
      : null;
  const preload = { onPointerEnter: ReportDialog.preload, onFocus: ReportDialog.preload };
  // The rollforward has its own button.
  const sheets = SHEET_KINDS.filter((kind) => kind !== 'aro-rollforward').map((kind) => ({
    label: SHEETS[kind].title,
    onSelect: () => open(kind),
  }));
  return (
    <section aria-labelledby="detail-heading" className="flex flex-col gap-2.5 pt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="detail-heading" className="text-lg font-semibold">
            Asset Retirement Obligation Detail
          </h2>
          <RowCount
            noun="layer"
            total={page.allLayers}
            matching={filtering.hasFilters ? page.matchingLayers : null}
          />
        </div>
        {/* Without icons, all buttons fit in one row on a tablet. */}
        <div className="flex flex-wrap gap-2 max-sm:hidden max-lg:[&>button>svg:first-child:not(.animate-spin)]:hidden print:hidden">
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            pending={pending}
            onClick={exportDetail}
          >
            Export
          </Button>
          <Button
            icon={<Printer aria-hidden="true" className="size-4" />}
            pending={detailPrint.pending || overviewPrint.isPrinting}
            disabledReason={notLoaded}
            onClick={print}
          >
            Print
          </Button>
          <Button
            icon={<BookOpenText aria-hidden="true" className="size-4" />}
            onClick={() => open('journal')}
            {...preload}
          >
            Journal Entries
          </Button>
          <Button
            icon={<Scale aria-hidden="true" className="size-4" />}
            onClick={() => open('rollforward')}
            {...preload}
          >
            ARO Rollforward
          </Button>
          <MenuButton label="More Reports" items={[...sheets, workbookItem]} />
          <Button icon={<RefreshCw aria-hidden="true" className="size-4" />} onClick={reload}>
            Refresh
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <div onPointerEnter={OverviewPanel.preload}>
          <Segmented
            legend="Show"
            hideLegend
            name="detail-view"
            choices={VIEWS}
            value={view}
            onChange={show}
          />
        </div>
        <div className="sm:hidden">
          <MenuButton
            label="Actions"
            align="end"
            items={[
              { label: 'Export', onSelect: exportDetail },
              workbookItem,
              { label: 'Print', onSelect: print, disabled: notLoaded !== null },
              { label: 'Journal Entries', onSelect: () => open('journal') },
              { label: 'ARO Rollforward', onSelect: () => open('rollforward') },
              ...sheets,
              { label: 'Refresh', onSelect: reload },
            ]}
          />
        </div>
        <DetailFilters page={page} filtering={filtering} />
      </div>
      {page.allLayers > 0 && (
        <OverviewFigures overview={overview.overview} isOld={isOverviewOld} isWhole={view === 'overview'} />
      )}
      {view === 'overview' ? (
        <Overview
          hasLayers={page.allLayers > 0}
          state={overview}
          filtering={filtering}
          printing={overviewPrint}
          today={today}
          onClose={() => show('layers')}
        />
      ) : (
        <>
          <DetailTable
            page={page}
            rows={rows}
            more={more}
            onEndReached={hasMore ? loadUpTo : undefined}
            filtering={filtering}
            onOpen={(layer) => open('layer', { layerId: layer.id })}
            onApproach={LayerHistory.preload}
          />
          {page.allLayers > 0 && <Totals totals={page.totals} />}
        </>
      )}
      {posting && <PostingDialog key={posting} postingId={posting} onClose={close} />}
      {openLayer && <LayerHistory key={openLayer} layerId={openLayer} onClose={close} />}
      {detailPrint.printed && (
        <DetailLedger {...detailPrint.printed} today={today} onPrinted={detailPrint.endPrint} />
      )}
      {isSheetKind(dialog) && <ReportSheet key={dialog} kind={dialog} today={today} onClose={close} />}
      {dialog === 'journal-entries' && <JournalSheet today={today} onClose={close} />}
      {isReportKind(dialog) && <ReportDialog kind={dialog} today={today} onClose={close} />}
    </section>
  );
}

function reload() {
  window.location.reload();
}

/** Covers every row that matches the filters, not only the loaded ones. */
function Totals({ totals }: { totals: DetailPage['totals'] }) {
  const format = useFormat();
  const figures = [
    ['Total Wells', format.integer(totals.totalWells)],
    ['Active Layers', format.integer(totals.totalLayers)],
    ['Total Initial ARO', format.currency(totals.totalInitialAro)],
    ['Total Current ARO', format.currency(totals.totalCurrentAro)],
  ];
  return (
    <dl className={`${figureGridClass} rounded-lg border border-line bg-sunken px-4 py-2`}>
      {figures.map(([name, value]) => (
        <div key={name} className={`${figureClass} flex flex-wrap items-baseline justify-between gap-x-3`}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="figures font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
