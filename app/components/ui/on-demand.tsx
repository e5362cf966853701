import { type ComponentType, useEffect, useRef, useState } from 'react';
import { toast } from '~/hooks/toast';

/**
 * A dialog, menu or part of a page whose code comes when it is first wanted; `Waiting` is shown meanwhile. Where it
 * does not come, for want of a connection or because a newer version has been deployed, the person is told and the part
 * closes; the page behind it stays as it is, and the next attempt loads again. (React.lazy would remember the failure and
 * take the page down with it.)
 */
export function onDemand<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Waiting?: ComponentType,
) {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    loaded ??= (await load()).default;
    return loaded;
  };

  function OnDemand(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const close = useRef(props.onClose);
    close.current = props.onClose;
    useEffect(() => {
      let isWanted = true;
      fetchPart()
        .then((part) => isWanted && setPart(() => part))
        .catch(() => {
          if (!isWanted) return;
          toast({
            title: 'Error',
            description: 'Couldn’t load this. Check your connection and reload the page.',
            variant: 'destructive',
          });
          close.current();
        });
      return () => {
        isWanted = false;
      };
    }, []);
    if (Part) return <Part {...props} />;
    return Waiting ? <Waiting /> : null;
  }

  /** For when the pointer or the focus comes near what opens the part. */
  OnDemand.preload = () => void fetchPart().catch(() => {});
  return OnDemand;
}
