import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { newRouter } from './frame/router.tsx';
import { newQueryClient } from './session/query-client.ts';
import { SessionBoot } from './session/sign-in/session-boot.tsx';

/** The console: the session, the query cache, and the router. */
export const App = (): ReactElement => {
  const [queries] = useState(newQueryClient);
  const [router] = useState(newRouter);
  return (
    // The policy of the page takes no style element.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <SessionBoot>
          <RouterProvider router={router} />
        </SessionBoot>
      </QueryClientProvider>
    </CSPProvider>
  );
};
