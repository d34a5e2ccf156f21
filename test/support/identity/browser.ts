/** A client that keeps cookies and follows redirects as a browser does, without running scripts. */
export interface TestBrowser {
  /** Follows redirects until the answer is a page, or its address starts with `until`. */
  open(url: string, init?: Visit): Promise<Visited>;
}

interface Visit {
  /** Posts a form. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  until?: string;
}

export interface Visited {
  url: string;
  status: number;
  html: string;
  headers: Headers;
}

const mostRedirects = 15;

interface StoredCookie {
  value: string;
  path: string;
}

const isExpired = (parts: readonly string[]): boolean =>
  parts.some((part) => /^\s*(?:max-age=0|expires=thu, 01 jan 1970)/i.test(part));

/** Opens a browser without cookies. Like a real one, it tells hosts apart but not ports. */
export const openTestBrowser = (): TestBrowser => {
  const jars = new Map<string, Map<string, StoredCookie>>();
  const jarOf = ({ hostname }: URL): Map<string, StoredCookie> => {
    const jar = jars.get(hostname) ?? new Map<string, StoredCookie>();
    jars.set(hostname, jar);
    return jar;
  };

  const store = (url: URL, headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...parts] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      const path = parts.find((part) => /^\s*path=/i.test(part))?.split('=')[1] ?? '/';
      if (isExpired(parts) || value.join('=') === '') jarOf(url).delete(`${name} ${path}`);
      else jarOf(url).set(`${name} ${path}`, { value: value.join('='), path });
    }
  };
  const cookieHeader = (url: URL): string =>
    [...jarOf(url)]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');

  const visit = async (url: URL, { form, headers }: Visit): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { ...headers, cookie: cookieHeader(url) },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    store(url, response.headers);
    return response;
  };

  return {
    open: async (address, { until, ...first } = {}) => {
      let url = new URL(address);
      let sent: Visit = first;
      for (let step = 0; step < mostRedirects; step += 1) {
        const response = await visit(url, sent);
        const location = response.headers.get('location');
        const html = await response.text();
        if (location === null)
          return { url: url.href, status: response.status, html, headers: response.headers };
        url = new URL(location, url);
        sent = {};
        if (until !== undefined && url.href.startsWith(until)) {
          return { url: url.href, status: response.status, html, headers: response.headers };
        }
      }
      throw new Error(`More than ${mostRedirects} redirects, the last to ${url.href}`);
    },
  };
};

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The address and the hidden fields of the form on a page that holds `text`. */
export const formOf = (
  { html, url }: Visited,
  text: string,
): { action: string; fields: Record<string, string> } => {
  const form = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(([whole]) =>
    whole.includes(text),
  );
  if (!form) throw new Error(`The page ${url} has no form with ${text}: ${html.slice(0, 400)}`);
  const [, action = '', content = ''] = form;
  const hidden = content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const fields = [...hidden].map(([, name = '', value = '']) => [unescaped(name), unescaped(value)]);
  return {
    action: new URL(unescaped(action), url).href,
    fields: Object.fromEntries(fields) as Record<string, string>,
  };
};
