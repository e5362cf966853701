import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useIsOffline } from '~/hooks/lost-connection';
import { toastMissingCode } from '~/hooks/missing-code';

type Code<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A dialog, menu or part of a page whose code comes when it is first wanted; `Waiting` is shown meanwhile. Where it
 * does not come, for want of a connection or because a newer version has been deployed, the person is told and the part
 * closes; the page behind it stays as it is, and the next attempt loads again. (React.lazy would remember the failure and
 * take the page down with it.)
 */
export function onDemand<Props extends { onClose: () => void }>(
  load: Code<Props>,
  Waiting?: ComponentType<Props>,
) {
  const { fetchPart, usePart } = partOf(load);

  function OnDemand(props: Props) {
    const close = useRef(props.onClose);
    close.current = props.onClose;
    const Part = usePart(() => {
      toastMissingCode();
      close.current();
    });
    if (Part) return <Part {...props} />;
    return Waiting ? <Waiting {...props} /> : null;
  }

  /** For when the pointer or the focus comes near what opens the part. */
  OnDemand.preload = () => void fetchPart().catch(() => {});
  return OnDemand;
}

/**
 * A screen whose code is a file of its own, without which the page is none: a failure to load it is the page's. Once
 * loaded it renders without suspending, so that the page it comes with needs no boundary around it, which React would bring
 * to life last, after everything else and only when idle (docs/decisions/0061).
 */
export function screenOf<Props extends object>(load: Code<Props>, Waiting: ComponentType) {
  const { fetchPart, usePart } = partOf(load);

  function OnDemandScreen(props: Props) {
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    const Loaded = usePart((error) => setFailure({ error }));
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...props} /> : <Waiting />;
  }

  OnDemandScreen.load = fetchPart;
  return OnDemandScreen;
}

type Options<Props> = {
  Waiting?: ComponentType<Props>;
  /** In place of a part whose code did not come. */
  Instead?: ComponentType<Props>;
  /** What else to try again for than the connection. */
  occasionOf?: (props: Props) => unknown;
};

/** A part that the page can do without, or with something else instead, until its code comes. */
export function optionalPart<Props extends object>(
  load: Code<Props>,
  { Waiting, Instead, occasionOf }: Options<Props> = {},
) {
  const { fetchPart, usePart } = partOf(load);

  function OptionalPart(props: Props) {
    const [isMissing, setMissing] = useState(false);
    const Part = usePart(() => setMissing(true), occasionOf?.(props));
    const Shown = Part ?? (isMissing ? Instead : Waiting);
    return Shown ? <Shown {...props} /> : null;
  }

  OptionalPart.preload = () => void fetchPart().catch(() => {});
  return OptionalPart;
}

function partOf<Props>(load: Code<Props>) {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    loaded ??= (await load()).default;
    return loaded;
  };
  /** What has not come is tried again when the connection is back, and for another `occasion`. */
  const usePart = (onFailure: (error: unknown) => void, occasion?: unknown) => {
    const isOffline = useIsOffline();
    const [Part, setPart] = useState(() => loaded);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each of these is an attempt
    useEffect(() => {
      if (Part) return;
      let isWanted = true;
      fetchPart().then(
        (part) => isWanted && setPart(() => part),
        (error) => isWanted && onFailure(error),
      );
      return () => {
        isWanted = false;
      };
    }, [isOffline, occasion]);
    return Part;
  };
  return { fetchPart, usePart };
}
