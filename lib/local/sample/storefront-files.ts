import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { packageJson, packageLock, type Edition } from './storefront-packages.ts';

/** Builds a made-up live key of a payment provider, so that no source file contains one. */
const madeUpKey = (): string => `sk_live_${fake(base62, 24, 2024)}`;

const readme = `# storefront

A web shop in three parts: the shop itself (Node), prices (Python, \`services/pricing\`) and the export of orders
(Go, \`tools/export\`).

This repository was made by Scangate to try a scan with. The branch \`main\` has known vulnerable dependencies and a
made-up payment key in its source; the branch \`fixed\` has neither.
`;

const server = `'use strict';

const connect = require('connect');
const { search } = require('./catalog');
const { convert } = require('./rates');
const { readSession } = require('./session');

const app = connect();

app.use('/products', async (request, response) => {
  const { searchParams } = new URL(request.url, 'http://shop');
  const products = search(searchParams.get('q') ?? '');
  const currency = searchParams.get('currency') ?? 'EUR';
  const priced = await Promise.all(products.map((product) => convert(product, currency)));
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(priced));
});

app.use('/account', (request, response) => {
  const session = readSession(request.headers.cookie ?? '');
  response.statusCode = session ? 200 : 401;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ customer: session?.customer ?? null }));
});

app.listen(Number(process.env.PORT ?? 8080));
`;

const catalog = `'use strict';

const _ = require('lodash');

const products = [
  { id: 'cup', name: 'Cup', price: 900 },
  { id: 'plate', name: 'Plate', price: 1400 },
  { id: 'teapot', name: 'Teapot', price: 3900 },
];

exports.search = (text) =>
  _.sortBy(
    products.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
    'price',
  );
`;

const session = `'use strict';

const jwt = require('jsonwebtoken');

exports.readSession = (cookie) => {
  const token = /(?:^|; )session=([^;]+)/.exec(cookie)?.[1];
  try {
    return token && jwt.verify(token, process.env.SESSION_KEY, { algorithms: ['HS256'] });
  } catch {
    return undefined;
  }
};
`;

const invoices = `'use strict';

const fs = require('fs');
const path = require('path');
const mkdirp = require('mkdirp');

exports.store = (folder, order, pdf) => {
  mkdirp.sync(folder);
  fs.writeFileSync(path.join(folder, order.id + '.pdf'), pdf);
};
`;

const rates: Record<Edition, string> = {
  vulnerable: `'use strict';

const axios = require('axios');

exports.convert = async (product, currency) => {
  if (currency === 'EUR') return product;
  const { data } = await axios.get(process.env.RATES_URL, { params: { to: currency } });
  return { ...product, currency, price: Math.round(product.price * data.rate) };
};
`,
  fixed: `'use strict';

exports.convert = async (product, currency) => {
  if (currency === 'EUR') return product;
  const answer = await fetch(process.env.RATES_URL + '?to=' + encodeURIComponent(currency));
  const { rate } = await answer.json();
  return { ...product, currency, price: Math.round(product.price * rate) };
};
`,
};

const payments = (edition: Edition): string => `'use strict';

const key = ${edition === 'fixed' ? 'process.env.PAYMENT_KEY' : `'${madeUpKey()}'`};

exports.charge = (order) =>
  fetch(process.env.PAYMENT_URL, {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + key },
    body: new URLSearchParams({ amount: String(order.total), currency: 'eur' }),
  });
`;

const requirements: Record<Edition, string> = {
  vulnerable: `certifi==2025.6.15
    # via requests
charset-normalizer==3.4.2
    # via requests
idna==3.10
    # via requests
jinja2==2.11.2
    # via -r requirements.in
markupsafe==1.1.1
    # via jinja2
pyyaml==5.3.1
    # via -r requirements.in
requests==2.30.0
    # via -r requirements.in
urllib3==2.5.0
    # via requests
`,
  fixed: `certifi==2025.6.15
    # via requests
charset-normalizer==3.4.2
    # via requests
idna==3.10
    # via requests
jinja2==3.1.6
    # via -r requirements.in
markupsafe==3.0.2
    # via jinja2
pyyaml==6.0.2
    # via -r requirements.in
requests==2.32.4
    # via -r requirements.in
urllib3==2.5.0
    # via requests
`,
};

/** The locked packages of the vulnerable edition, with one raised to its fixed version. */
export const pyyamlRaised = requirements.vulnerable.replace('pyyaml==5.3.1', 'pyyaml==6.0.2');

const pricing = `import yaml
from jinja2 import Template


def load_rules(path):
    with open(path, encoding="utf-8") as file:
        return yaml.safe_load(file)["rules"]


def price_of(product, rules):
    discount = max((rule["percent"] for rule in rules if rule["product"] == product["id"]), default=0)
    return product["price"] * (100 - discount) // 100


def label_of(product, rules):
    return Template("{{ name }}: {{ price }}").render(name=product["name"], price=price_of(product, rules))
`;

const goMod = (edition: Edition): string => `module storefront.invalid/tools/export

go ${edition === 'fixed' ? '1.26.6' : '1.24'}

require golang.org/x/text ${edition === 'fixed' ? 'v0.39.0' : 'v0.3.6'}
`;

const exporter = `package main

import (
	"encoding/csv"
	"os"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

func main() {
	tag, _ := language.MatchStrings(language.NewMatcher([]language.Tag{language.English, language.German}), os.Getenv("LANG"))
	printer := message.NewPrinter(tag)
	out := csv.NewWriter(os.Stdout)
	defer out.Flush()
	_ = out.Write([]string{"order", printer.Sprintf("total")})
}
`;

/** @returns the files of a sample commit by path. */
export const storefrontFiles = (edition: Edition): ReadonlyMap<string, string> =>
  new Map([
    ['.gitignore', 'node_modules/\n'],
    ['README.md', readme],
    ['package-lock.json', packageLock(edition)],
    ['package.json', packageJson(edition)],
    ['services/pricing/pricing.py', pricing],
    ['services/pricing/requirements.in', 'jinja2\npyyaml\nrequests\n'],
    ['services/pricing/requirements.txt', requirements[edition]],
    ['src/catalog.js', catalog],
    ['src/invoices.js', invoices],
    ['src/payments.js', payments(edition)],
    ['src/rates.js', rates[edition]],
    ['src/server.js', server],
    ['src/session.js', session],
    ['tools/export/go.mod', goMod(edition)],
    ['tools/export/main.go', exporter],
  ]);
