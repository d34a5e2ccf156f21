import { useEffect, useState, type ComponentType, type ReactElement, type ReactNode } from 'react';

/** The outcome of loading a page; neither while it loads. */
interface Loading {
  Content?: ComponentType;
  error?: unknown;
}

/**
 * Makes a component of a page whose file is loaded when it is first shown. React's `lazy` would delay a page, and
 * its requests, for 300 ms after its placeholder.
 */
export const loadedPage = (
  load: () => Promise<{ default: ComponentType }>,
  placeholder: ReactNode,
): (() => ReactElement) => {
  let loaded: ComponentType | undefined;
  return () => {
    const [{ Content, error }, setLoading] = useState<Loading>(loaded ? { Content: loaded } : {});
    useEffect(() => {
      if (loaded) return undefined;
      let isShown = true;
      const bring = async (): Promise<Loading> => {
        try {
          loaded = (await load()).default;
          return { Content: loaded };
        } catch (reason) {
          return { error: reason ?? new Error('The page does not load.') };
        }
      };
      void bring().then((loading) => isShown && setLoading(loading));
      return () => {
        isShown = false;
      };
    }, []);
    if (error !== undefined) throw error;
    return Content ? <Content /> : <>{placeholder}</>;
  };
};
