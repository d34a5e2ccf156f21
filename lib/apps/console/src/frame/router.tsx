import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { basePath, parseSearch, stringifySearch } from '@scangate/console/parts/actions/page-href.ts';
import { pages, type PageEntry } from '@scangate/console/routes/index.ts';
import { openPages, type OpenPage } from '@scangate/console/routes/open-pages.ts';
import { CrashPanel } from './crash-panel.tsx';
import { HomePage } from './home-page.tsx';
import { loadedPage } from './loaded-page.tsx';
import { NotFound, NotFoundAlone } from './not-found.tsx';
import { OrganizationFrame } from './organization-frame.tsx';
import { OpenFrame } from './open-frame.tsx';
import { PageGate, PagePlaceholder } from './page-gate.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundAlone });

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });

const organization = createRoute({
  getParentRoute: () => root,
  path: 'o/$organizationId',
  component: OrganizationFrame,
  notFoundComponent: NotFound,
});

const gated = (entry: PageEntry): RouteComponent => {
  const Content = loadedPage(entry.load, <PagePlaceholder title={pageTitles[entry.title]} />);
  return () => (
    <PageGate entry={entry}>
      <Content />
    </PageGate>
  );
};

const pageRoutes = pages.map((entry) =>
  createRoute({
    getParentRoute: () => organization,
    path: entry.path === '' ? '/' : entry.path,
    component: gated(entry),
  }),
);

const open = ({ load, needsSession }: OpenPage): RouteComponent => {
  const Content = loadedPage(load, null);
  return () => (
    <OpenFrame needsSession={needsSession ?? false}>
      <Content />
    </OpenFrame>
  );
};

const openRoutes = openPages.map((page) =>
  createRoute({ getParentRoute: () => root, path: page.path, component: open(page) }),
);

/** The router over the one table of pages. An address keeps its parameters as plain texts. */
export const newRouter = () =>
  createRouter({
    routeTree: root.addChildren([home, organization.addChildren(pageRoutes), ...openRoutes]),
    basepath: basePath,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: CrashPanel,
  });
