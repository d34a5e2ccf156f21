import type { Call, Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { hasFixedHost, isOwnAddress, isThisPage } from './conditions.ts';

const staysHere = (value: Value): boolean => hasFixedHost(value) || isThisPage(value) || isOwnAddress(value);

/** Tells whether the header says where a new resource is (201 and 202), which no browser follows. */
const namesResource = ({ within, at }: Call): boolean => {
  const text = (within?.at ?? at).text.slice(0, 20_000);
  return (
    /(?:status|writeHead)\(\s{0,20}20[12]\b|statusCode\s{0,5}=\s{0,5}20[12]\b/.test(text) &&
    !/\b30[12378]\b/.test(text)
  );
};

export const jsOpenRedirect: Rule = {
  id: 'js-open-redirect',
  cwe: 'CWE-601',
  severity: 'medium',
  title: 'Redirect to an untrusted URL',
  message: 'Untrusted input decides where the user is sent: a link to this site can lead to a phishing site.',
  help: 'Only redirect to paths of this site, or to URLs from a list.',
  category: 'redirect',
  sinks: [
    {
      call: [
        '{res,response,reply,ctx}.{redirect,location}',
        '{res,response,reply}.*.redirect',
        '*.{res,response}.redirect',
        'next/navigation.redirect',
        '*.NextResponse.redirect',
        'next/server.NextResponse.redirect',
      ],
      args: 'all',
      shallow: true,
      unless: staysHere,
    },
    {
      call: ['{res,response}.{setHeader,set,header}'],
      args: [1],
      when: (call) => /^location$/i.test(String(call.args[0]?.constant ?? '')) && !namesResource(call),
      unless: staysHere,
    },
    { call: ['{res,response}.writeHead'], args: [1], fields: ['Location', 'location'], unless: staysHere },
    {
      write: [
        'location',
        '{window,document,self,top,parent}.location',
        'location.href',
        '{window,document,self,top,parent}.location.href',
      ],
      unless: staysHere,
    },
    {
      call: ['location.{assign,replace}', '*.location.{assign,replace}', 'window.open'],
      unless: staysHere,
    },
  ],
  positives: [
    "app.get('/r', (req, res) => {\n  res.redirect(req.query.url); // HERE\n});\n",
    "app.get('/r', (req, res) => {\n  const to = req.query.to || '/';\n  res.redirect(302, to); // HERE\n});\n",
    "app.post('/r', (req, res) => {\n  const wish = JSON.parse(req.body);\n  res.redirect(wish.url); // HERE\n});\n",
    "const escape = require('escape-html');\napp.get('/r', (req, res) => {\n  res.redirect(escape(req.query.url)); // HERE\n});\n",
    "location.href = new URL(location.href).searchParams.get('next'); // HERE\n",
    "window.location = document.URL.split('next=')[1]; // HERE\n",
    "const params = new URLSearchParams(location.search);\nwindow.location.href = params.get('next'); // HERE\n",
    "app.get('/r', (req, res) => {\n  const to = req.query.to || '/';\n  res.writeHead(302, to); // HERE\n});\n",
    "app.get('/r', (req, res) => {\n  res.location.assign(req.query.url); // HERE\n});\n",
    'export const f = (req, res) => {\n  const q = req.query.q;\n  a.res.redirect(q); // HERE\n};\n',
    "const m = require('next/navigation');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m.redirect(q); // HERE\n};\n",
    'export const f = (req, res) => {\n  const q = req.query.q;\n  a.NextResponse.redirect(q); // HERE\n};\n',
    "const params = new URLSearchParams(location.search);\nlocation = params.get('next'); // HERE\n",
    "app.get('/r', (req, res) => {\n  location.assign(req.query.url); // HERE\n});\n",
    "app.get('/r', (req, res) => {\n  window.open(req.query.url); // HERE\n});\n",
  ],
  negatives: [
    "app.post('/f', (req, res) => {\n  const file = save(req.body);\n  res.status(201);\n  res.set('Location', file.url);\n  res.json(file);\n});\n",
    "app.get('/r', (req, res) => res.redirect('/users/' + req.query.id));\n",
    "app.get('/r', (req, res) => res.redirect('/login?next=' + encodeURIComponent(req.query.next)));\n",
    'const location = useLocation();\nlet next = location.search;\n',
    "const url = (location, next) => next;\nurl(window.location.search, '/');\n",
    "const url = window.location.href;\nwindow.location.href = url.split('#')[0] + '#/login';\n",
    "const url = new URL(location.href);\nurl.searchParams.set('page', '2');\nlocation.href = url.toString();\n",
    'window.location.href = `${config.root}/login?next=${window.location.hash}`;\n',
    "app.get('/r', (req, res) => {\n  if (!['/a', '/b'].includes(req.query.to)) return res.redirect('/');\n  res.redirect(req.query.to);\n});\n",
  ],
};
