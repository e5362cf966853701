import { BackLink } from '~/components/ui/back-link';
import { buttonClass } from '~/components/ui/button';
import { EmptyState } from '~/components/ui/empty-state';
import { Link } from '~/components/ui/link';
import { LoadFailure } from '~/components/ui/load-failure';
import { lazyScreen, onDemand } from '~/components/ui/on-demand';
import { Skeleton } from '~/components/ui/skeleton';
import { useDialogAddress } from '~/hooks/use-address';
import { useFetched } from '~/hooks/use-fetched';
import { useWriteBlock } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import { LedgerSection } from './ledger-section';
import { Sales } from './sales';
import { Settlements } from './settlements';
import { WellAudit } from './well-audit';
import { WellHeader } from './well-header';
import { WellLayers } from './well-layers';
import type { WellPageData } from './well-page-data';

const LiabilityChart = lazyScreen(
  () => import('./liability-chart'),
  () => <Skeleton className="h-72" />,
);
const Evidence = lazyScreen(
  () => import('~/components/books/evidence'),
  () => <Skeleton className="h-32" />,
);
const MissedAccretion = lazyScreen(
  () => import('~/components/books/missed-accretion'),
  () => null,
);
const WellDialog = onDemand(() => import('~/components/wells/well-dialog'));
const ReverseFromUrl = onDemand(() => import('~/components/books/reverse-from-url'));
const SettleDialog = onDemand(() => import('~/components/books/settle-dialog'));
const SellDialog = onDemand(() => import('~/components/books/sell-dialog'));
const PostingDialog = onDemand(() => import('~/components/books/posting-dialog'));
const LayerHistory = onDemand(() => import('~/components/detail/layer-history'));

/** A single well with its full history, shown instead of the list. */
export default function WellPage({ page }: { page: WellPageData | null }) {
  return (
    <div className="flex flex-col gap-5 pt-3">
      <BackLink to="/">All Wells</BackLink>
      {page ? <LoadedWell page={page} /> : <NotFound />}
    </div>
  );
}

function NotFound() {
  return (
    <EmptyState message="Well not found. It may have been deleted, or it belongs to another company.">
      <Link to="/" className={buttonClass()}>
        Go to Wells
      </Link>
    </EmptyState>
  );
}

function LoadedWell({ page }: { page: WellPageData }) {
  const { well, layers } = page;
  const isAdmin = useWriteBlock() === null;
  const today = useToday();
  const { dialog, params, open, close, linkTo } = useDialogAddress();
  // A write reloads the page data, which also reloads the ledger.
  const {
    data: ledger,
    error,
    retry,
  } = useFetched<WellLedgerView[]>(`/api/wells/${encodeURIComponent(well.id)}/ledger`, page);
  const [layerId, posting] = [params.get('layerId'), params.get('posting')];
  return (
    <>
      <WellHeader
        page={page}
        onEdit={() => open('edit')}
        onSettle={() => open('settle')}
        onSell={() => open('sell')}
        onApproachEdit={WellDialog.preload}
        onApproachSettle={SettleDialog.preload}
        onApproachSell={SellDialog.preload}
      />
      {isAdmin && page.isBehind && (
        <MissedAccretion
          well={well}
          version={layers
            .map((layer) => `${layer.id} ${layer.accretedThrough} ${layer.currentAroValue}`)
            .join()}
          screen={{ tab: 'wells', well: well.id }}
        />
      )}
      <WellLayers layers={layers} linkTo={(id) => linkTo('layer', { layerId: id })} />
      {error ? (
        <LoadFailure error={error} text="Couldn’t load the ledger of this well." onRetry={retry} />
      ) : !ledger ? (
        <div role="status">
          <span className="sr-only">Loading the ledger of the well</span>
          <Skeleton className="h-72" />
        </div>
      ) : (
        <>
          {ledger.length > 0 && <LiabilityChart ledger={ledger} well={well} today={today} />}
          <LedgerSection well={well} ledger={ledger} version={page} />
          <Settlements ledger={ledger} linkTo={(id) => linkTo('posting', { posting: id })} />
          <Sales ledger={ledger} linkTo={(id) => linkTo('posting', { posting: id })} />
        </>
      )}
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">Evidence</h3>
        <Evidence source={{ subject: 'well', id: well.id }} subjectName="this well" version={page} hasLinks />
      </section>
      <WellAudit wellId={well.id} version={page} />
      {isAdmin && dialog === 'edit' && (
        <WellDialog
          wellId={well.id}
          known={well}
          templates={page.customFieldTemplates}
          fields={page.fields}
          onClose={close}
        />
      )}
      {isAdmin && dialog === 'settle' && <SettleDialog well={well} today={today} onClose={close} />}
      {isAdmin && dialog === 'sell' && <SellDialog well={well} today={today} onClose={close} />}
      {isAdmin && dialog === 'reverse' && posting && <ReverseFromUrl postingId={posting} onClose={close} />}
      {dialog === 'layer' && layerId && <LayerHistory key={layerId} layerId={layerId} onClose={close} />}
      {dialog === 'posting' && posting && (
        <PostingDialog key={posting} postingId={posting} well={well} onClose={close} />
      )}
    </>
  );
}
