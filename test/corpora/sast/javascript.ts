import { casesOf, type QualityCase } from './quality-case.ts';

const injections: QualityCase[] = [
  ...casesOf(
    'sql',
    `
const { Pool } = require('pg');
const pool = new Pool();
router.get('/orders', async (req, res) => {
  const { status } = req.query;
  const q = "SELECT * FROM orders WHERE status = '" + status + "'";
  const { rows } = await pool.query(q); // ! js-sql-injection
  res.json(rows);
});
---
const { Pool } = require('pg');
const pool = new Pool();
router.get('/orders', async (req, res) => {
  const { rows } = await pool.query('SELECT * FROM orders WHERE status = $1', [req.query.status]);
  res.json(rows);
});
---
const mysql = require('mysql2/promise');
exports.handler = async (event) => {
  const connection = await mysql.createConnection({});
  const id = event.pathParameters.id;
  const [rows] = await connection.execute(\`SELECT * FROM t WHERE id = \${id}\`); // ! js-sql-injection
  return { statusCode: 200, body: JSON.stringify(rows) };
};
---
const mysql = require('mysql2/promise');
exports.handler = async (event) => {
  const connection = await mysql.createConnection({});
  const [rows] = await connection.execute('SELECT * FROM t WHERE id = ?', [event.pathParameters.id]);
  return { statusCode: 200, body: JSON.stringify(rows) };
};
---
import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export const find = (req: Request, res: Response) =>
  prisma.$queryRawUnsafe('SELECT * FROM "User" WHERE name = ' + req.query.name); // ! js-sql-injection
---
import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export const find = (req: Request, res: Response) => prisma.$queryRaw\`SELECT * FROM "User" WHERE name = \${req.query.name}\`;
---
app.get('/s', (req, res) => {
  const columns = { name: 'name', price: 'price_cents' };
  const column = columns[req.query.sort] ?? 'name';
  db.query('SELECT * FROM items ORDER BY ' + column);
});
---
app.get('/s', (req, res) => {
  const id = Number(req.params.id);
  db.query(\`SELECT * FROM items WHERE id = \${id}\`);
});
---
const build = (where) => 'SELECT * FROM items WHERE ' + where;
app.get('/s', (req, res) => {
  db.query(build("name = '" + req.query.name + "'")); // ! js-sql-injection
});
---
class ItemStore {
  constructor(db) { this.db = db; }
  byName(name) {
    return this.db.query("SELECT * FROM items WHERE name = '" + name + "'"); // ! js-sql-injection
  }
}
const store = new ItemStore(connect());
app.get('/s', async (req, res) => res.json(await store.byName(req.query.name)));
---
class ItemStore {
  constructor(db) { this.db = db; }
  byName(name) {
    return this.db.query('SELECT * FROM items WHERE name = ?', [name]);
  }
}
const store = new ItemStore(connect());
app.get('/s', async (req, res) => res.json(await store.byName(req.query.name)));
---
app.get('/s', (req, res) => {
  let sql = 'SELECT * FROM items WHERE 1 = 1';
  const values = [];
  if (req.query.name) {
    sql += ' AND name = ?';
    values.push(req.query.name);
  }
  db.query(sql, values);
});
---
app.get('/s', (req, res) => {
  let sql = 'SELECT * FROM items WHERE 1 = 1';
  if (req.query.name) sql += " AND name = '" + req.query.name + "'";
  db.query(sql); // ! js-sql-injection
});
---
app.get('/s', (req, res) => {
  const names = req.query.names.split(',').map((name) => "'" + name + "'").join(',');
  db.query('SELECT * FROM items WHERE name IN (' + names + ')'); // ! js-sql-injection
});
---
app.get('/s', (req, res) => {
  const ids = req.query.ids.split(',').map(Number);
  db.query('SELECT * FROM items WHERE id IN (' + ids.map(() => '?').join(',') + ')', ids);
});
---
app.get('/s', (req, res) => {
  if (!/^[a-z_]+$/.test(req.query.column)) return res.sendStatus(400);
  db.query('SELECT ' + req.query.column + ' FROM items');
});
---
app.get('/s', (req, res) => {
  const name = mysql.escape(req.query.name);
  db.query('SELECT * FROM items WHERE name = ' + name);
});
---
app.get('/s', async (req, res) => {
  try {
    const r = await sequelize.query("UPDATE a SET b = '" + req.body.b + "'", { type: QueryTypes.UPDATE }); // ! js-sql-injection
    res.json(r);
  } catch (error) {
    next(error);
  }
});
---
const sqlite3 = require('sqlite3');
const db = new sqlite3.Database(':memory:');
app.post('/login', (req, res) => {
  db.get("SELECT * FROM users WHERE u = '" + req.body.u + "'", (err, row) => res.json(row)); // ! js-sql-injection
});
---
const sqlite3 = require('sqlite3');
const db = new sqlite3.Database(':memory:');
app.post('/login', (req, res) => {
  db.get('SELECT * FROM users WHERE u = ?', req.body.u, (err, row) => res.json(row));
});
---
@Controller('cats')
export class CatsController {
  constructor(private readonly db: DataSource) {}
  @Get()
  find(@Query('name') name: string) {
    return this.db.query(\`SELECT * FROM cat WHERE name = '\${name}'\`); // ! js-sql-injection
  }
}
---
@Controller('cats')
export class CatsController {
  constructor(private readonly db: DataSource) {}
  @Get(':id')
  find(@Param('id', ParseIntPipe) id: number) {
    return this.db.query(\`SELECT * FROM cat WHERE id = \${id}\`);
  }
}
---
const table = 'items';
const list = () => db.query('SELECT * FROM ' + table);
---
function report(from, to) {
  return db.query('SELECT * FROM sales WHERE day BETWEEN ' + from + ' AND ' + to);
}
report('2024-01-01', '2024-12-31');
`,
  ),
  ...casesOf(
    'nosql',
    `
app.post('/login', async (req, res) => {
  const { email, password } = req.body;
  const user = await User.findOne({ email, password }); // ! js-nosql-injection
  res.json(user);
});
---
app.post('/login', async (req, res) => {
  const email = String(req.body.email);
  const user = await User.findOne({ email });
  res.json(user);
});
---
app.get('/u/:id', async (req, res) => res.json(await User.findById(req.params.id)));
---
const ObjectId = require('mongodb').ObjectId;
app.post('/u', async (req, res) => res.json(await db.collection('u').findOne({ _id: new ObjectId(req.body.id) })));
---
app.get('/p', (req, res) => {
  Product.find({ name: { $regex: req.query.name } }).then((found) => res.json(found)); // ! js-nosql-injection
});
---
app.post('/p', (req, res) => {
  Product.deleteMany(req.body.filter); // ! js-nosql-injection
});
---
app.post('/p', async (req, res) => {
  const hash = crypto.createHash('sha256');
  hash.update(req.body.text);
  res.send({ hash: hash.digest('hex') });
});
---
const { z } = require('zod');
const query = z.object({ email: z.string() });
app.post('/p', async (req, res) => {
  if (typeof req.body.email !== 'string') throw new Error('no');
  res.json(await User.findOne({ email: req.body.email }));
});
---
const found = users.find((user) => user.id === id);
`,
  ),
  ...casesOf(
    'command',
    `
const cp = require('child_process');
app.post('/convert', (req, res) => {
  const name = req.body.name;
  cp.exec(\`convert \${name} out.png\`, (err) => res.end()); // ! js-command-injection
});
---
const cp = require('child_process');
app.post('/convert', (req, res) => {
  cp.execFile('convert', [req.body.name, 'out.png'], () => res.end());
});
---
import { spawn } from 'child_process';
export const run = (req, res) => {
  const child = spawn(req.query.tool, ['--version']); // ! js-command-injection
};
---
import { spawn } from 'child_process';
export const run = (req, res) => {
  spawn('git', ['log', req.query.branch], { shell: true }); // ! js-command-injection
};
---
import { spawn } from 'child_process';
export const run = (req, res) => {
  spawn('git', ['log', '--', req.query.branch]);
};
---
const { execSync } = require('node:child_process');
const tools = { png: 'convert', pdf: 'gs' };
app.get('/x', (req, res) => {
  const tool = tools[req.query.format];
  execSync(tool + ' --version');
});
---
const { execSync } = require('node:child_process');
app.get('/x', (req, res) => {
  const port = parseInt(req.query.port, 10);
  execSync('lsof -i :' + port);
});
---
const shell = require('shelljs');
app.get('/x', (req, res) => {
  shell.exec('whois ' + req.query.domain); // ! js-command-injection
});
---
const { exec } = require('child_process');
function ping(host, done) {
  exec('ping -c 1 ' + host, done); // ! js-command-injection
}
app.post('/ping', (req, res) => ping(req.body.host, () => res.end()));
---
const { exec } = require('child_process');
function ping(host, done) {
  exec('ping -c 1 ' + host, done);
}
ping('localhost', console.log);
---
const { exec } = require('child_process');
ws.on('message', (data) => {
  exec(data.toString()); // ! js-command-injection
});
---
const { exec } = require('child_process');
app.post('/x', (req, res) => {
  switch (req.body.action) {
    case 'start':
    case 'stop':
      exec('service app ' + req.body.action);
      break;
    default:
      res.sendStatus(400);
  }
});
---
const { exec } = require('child_process');
app.post('/x', (req, res) => {
  if (req.body.action !== 'start') return res.sendStatus(400);
  exec('service app ' + req.body.action);
});
---
const shellQuote = require('shell-quote');
const { exec } = require('child_process');
app.post('/x', (req, res) => exec('ls ' + shellQuote.quote([req.body.dir])));
`,
  ),
  ...casesOf(
    'path',
    `
const fs = require('fs');
const path = require('path');
app.get('/file', (req, res) => {
  const target = path.join(__dirname, 'public', req.query.file);
  res.send(fs.readFileSync(target, 'utf8')); // ! js-path-traversal
});
---
const fs = require('fs');
const path = require('path');
app.get('/file', (req, res) => {
  const target = path.join(__dirname, 'public', path.basename(req.query.file));
  res.send(fs.readFileSync(target, 'utf8'));
});
---
const fs = require('fs');
app.get('/file', (req, res) => {
  if (req.query.file.includes('..')) return res.sendStatus(400);
  fs.createReadStream('public/' + req.query.file).pipe(res);
});
---
import { readFile } from 'node:fs/promises';
export async function GET(request) {
  const name = request.nextUrl.searchParams.get('name');
  return new Response(await readFile('./docs/' + name)); // ! js-path-traversal
}
---
const fs = require('fs');
const path = require('path');
const root = path.resolve('public');
app.get('/file', (req, res) => {
  const target = path.resolve(root, req.params.name);
  if (target.startsWith(root + path.sep)) fs.createReadStream(target).pipe(res);
  else res.sendStatus(404);
});
---
const fs = require('fs');
app.delete('/file/:name', (req, res) => {
  fs.unlink('uploads/' + req.params.name, () => res.end()); // ! js-path-traversal
});
---
const fs = require('fs');
app.get('/lang', (req, res) => {
  const lang = ['en', 'de'].includes(req.query.lang) ? req.query.lang : 'en';
  res.json(JSON.parse(fs.readFileSync('i18n/' + lang + '.json', 'utf8')));
});
---
const fse = require('fs-extra');
app.post('/move', async (req, res) => {
  await fse.move('tmp/x', req.body.to); // ! js-path-traversal
});
---
const fs = require('fs');
app.post('/log', (req, res) => fs.appendFileSync('audit.log', req.body.line));
---
app.get('/download', (req, res) => {
  res.download('reports/' + req.query.name); // ! js-path-traversal
});
---
const fs = require('fs');
for (const name of fs.readdirSync('migrations')) fs.readFileSync('migrations/' + name, 'utf8');
`,
  ),
  ...casesOf(
    'code',
    `
app.post('/calc', (req, res) => {
  const result = new Function('return ' + req.body.formula)(); // ! js-code-injection
  res.json({ result });
});
---
app.post('/calc', (req, res) => {
  const { a, b } = req.body;
  res.json({ result: Number(a) + Number(b) });
});
---
const vm = require('node:vm');
app.post('/run', (req, res) => {
  const script = new vm.Script(req.body.code); // ! js-code-injection
  script.runInThisContext();
});
---
const code = decodeURIComponent(location.hash.slice(1));
eval(code); // ! js-code-injection
---
app.get('/plugin', async (req, res) => {
  const plugin = await import('./plugins/' + req.query.name + '.js'); // ! js-module-path
  plugin.run();
});
---
const plugins = new Map([['a', () => 1]]);
app.get('/plugin', (req, res) => res.json(plugins.get(req.query.name)?.()));
---
function load(text) {
  return eval('(' + text + ')'); // ! js-dynamic-eval
}
`,
  ),
];

const web: QualityCase[] = [
  ...casesOf(
    'xss',
    `
app.get('/hello', (req, res) => {
  const name = req.query.name || 'you';
  res.send('<h1>Hello, ' + name + '</h1>'); // ! js-xss
});
---
const escapeHtml = require('escape-html');
app.get('/hello', (req, res) => res.send('<h1>Hello, ' + escapeHtml(req.query.name) + '</h1>'));
---
app.get('/hello', (req, res) => res.render('hello', { name: req.query.name }));
---
app.get('/hello', (req, res) => res.status(404).json({ error: 'no ' + req.params.id }));
---
app.use((req, res) => {
  res.status(404).send('Cannot find ' + req.originalUrl); // ! js-xss
});
---
const page = (title, body) => '<html><title>' + title + '</title>' + body + '</html>';
app.get('/q', (req, res) => {
  res.send(page('Search', 'You searched ' + req.query.q)); // ! js-xss
});
---
const esc = (s) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
app.get('/q', (req, res) => res.send('You searched ' + esc(req.query.q)));
---
app.get('/q', (req, res) => {
  const page = Number.parseInt(req.query.page, 10) || 1;
  res.send('<p>Page ' + page + '</p>');
});
---
app.get('/u', async (req, res) => {
  const user = await User.findOne({ where: { id: req.params.id } });
  res.send(user);
});
---
const http = require('http');
http.createServer((req, res) => {
  res.end('<p>' + decodeURIComponent(req.url) + '</p>'); // ! js-xss
});
---
router.get('/k', (ctx) => {
  ctx.body = '<p>' + ctx.query.name + '</p>'; // ! js-xss
});
---
router.get('/k', (ctx) => {
  ctx.body = { name: ctx.query.name };
});
`,
  ),
  ...casesOf(
    'dom',
    `
const name = new URLSearchParams(location.search).get('name');
document.querySelector('#name').innerHTML = 'Hello ' + name; // ! js-dom-xss
---
const name = new URLSearchParams(location.search).get('name');
document.querySelector('#name').textContent = 'Hello ' + name;
---
import DOMPurify from 'dompurify';
el.innerHTML = DOMPurify.sanitize(new URL(window.location.href).searchParams.get('html'));
---
fetch('/api/items').then((r) => r.json()).then((items) => {
  list.innerHTML = items.map((item) => '<li>' + item.id + '</li>').join('');
});
---
$(document).ready(() => {
  const tab = window.location.hash.substring(1);
  $('#tab').append('<b>' + tab + '</b>'); // ! js-dom-xss
});
---
window.addEventListener('message', (event) => {
  document.getElementById('frame').innerHTML = event.data.html; // ! js-dom-xss
});
---
button.addEventListener('click', (event) => {
  panel.innerHTML = '<p>clicked</p>';
});
---
window.location.href = '/login?next=' + encodeURIComponent(location.pathname);
---
const next = new URLSearchParams(location.search).get('next');
location.assign(next); // ! js-open-redirect
---
el.insertAdjacentHTML('beforeend', '<i>' + document.referrer + '</i>'); // ! js-dom-xss
`,
  ),
  ...casesOf(
    'react',
    `
export function Bio({ text }) {
  const query = new URLSearchParams(window.location.search);
  return <div dangerouslySetInnerHTML={{ __html: query.get('bio') }} />; // ! js-dom-xss
}
---
export function Bio({ text }) {
  const query = new URLSearchParams(window.location.search);
  return <div>{query.get('bio')}</div>;
}
---
export const Logo = () => <div dangerouslySetInnerHTML={{ __html: '<b>fixed</b>' }} />;
`,
    'src/app.tsx',
  ),
  ...casesOf(
    'ssrf',
    `
const axios = require('axios');
app.get('/proxy', async (req, res) => {
  const { data } = await axios({ method: 'get', url: req.query.url }); // ! js-ssrf
  res.json(data);
});
---
const axios = require('axios');
const api = axios.create({ baseURL: 'https://api.example.com' });
app.get('/proxy', async (req, res) => res.json((await axios.get('https://api.example.com/v1/' + req.params.id)).data));
---
import got from 'got';
export const preview = async (req, res) => {
  const url = new URL(req.body.link);
  const page = await got(url); // ! js-ssrf
  res.json({ size: page.body.length });
};
---
import got from 'got';
const hosts = new Set(['cdn.example.com']);
export const preview = async (req, res) => {
  const url = new URL(req.body.link);
  if (!hosts.has(url.hostname)) return res.sendStatus(400);
  res.json({ ok: true });
};
---
const request = require('request');
app.get('/img', (req, res) => {
  request('http://' + req.query.host + '/image.png').pipe(res); // ! js-ssrf
});
---
app.get('/w', async (req, res) => {
  const r = await fetch(\`https://weather.example.com/v1?city=\${req.query.city}\`);
  res.json(await r.json());
});
---
app.get('/w', async (req, res) => {
  const r = await fetch(process.env.API + '/items');
  res.json(await r.json());
});
`,
  ),
  ...casesOf(
    'redirect',
    `
app.get('/out', (req, res) => {
  const target = req.query.target;
  if (!target) return res.redirect('/');
  return res.redirect(target); // ! js-open-redirect
});
---
app.get('/out', (req, res) => res.redirect('/items/' + req.params.id));
---
const allowed = ['https://a.example.com', 'https://b.example.com'];
app.get('/out', (req, res) => {
  if (allowed.indexOf(req.query.target) === -1) return res.sendStatus(400);
  res.redirect(req.query.target);
});
---
app.get('/out', (req, res) => {
  res.writeHead(302, { Location: req.query.to }); // ! js-open-redirect
  res.end();
});
---
app.post('/login', (req, res) => {
  const next = req.body.next;
  res.redirect(next.startsWith('/') ? next : '/');
});
`,
  ),
  ...casesOf(
    'data',
    `
const serialize = require('node-serialize');
app.get('/', (req, res) => {
  const text = Buffer.from(req.cookies.profile, 'base64').toString();
  const profile = serialize.unserialize(text); // ! js-deserialization
});
---
app.get('/', (req, res) => res.json(JSON.parse(Buffer.from(req.cookies.profile, 'base64').toString())));
---
const merge = require('lodash/merge');
app.put('/settings', (req, res) => {
  merge(settings, req.body); // ! js-prototype-pollution
});
---
const merge = require('lodash/merge');
const settings = merge({}, defaults, require('./local.json'));
---
const libxml = require('libxmljs2');
const doc = libxml.parseXml(text, { noent: true }); // ! js-xxe
---
const ejs = require('ejs');
app.get('/t', (req, res) => {
  res.end(ejs.render('<p>' + req.query.text + '</p>')); // ! js-template-injection, js-xss
});
---
app.get('/search', (req, res) => {
  const re = new RegExp(req.query.q, 'i'); // ! js-regex-injection
  res.json(items.filter((item) => re.test(item.name)));
});
---
app.post('/users', async (req, res) => {
  const user = await User.create(req.body); // ! js-mass-assignment
  res.json(user);
});
---
app.post('/users', async (req, res) => {
  const { name, email } = req.body;
  res.json(await User.create({ name, email }));
});
`,
  ),
];

const settings: QualityCase[] = [
  ...casesOf(
    'crypto',
    `
const crypto = require('crypto');
const etag = crypto.createHash('sha256').update(body).digest('hex');
---
const crypto = require('crypto');
module.exports.fingerprint = (text) => crypto.createHash('md5').update(text).digest('hex'); // ! js-weak-hash
---
const crypto = require('crypto');
function hashPassword(password, salt) {
  return crypto.createHash('sha512').update(salt + password).digest('hex'); // ! js-weak-password-hash
}
---
const crypto = require('crypto');
function hashPassword(password, salt) {
  return crypto.scryptSync(password, salt, 64).toString('hex');
}
---
const crypto = require('crypto');
const cipher = crypto.createCipheriv('aes-128-ecb', key, null); // ! js-weak-cipher
---
const crypto = require('crypto');
const key = 'abcdefghijklmnopabcdefghijklmnop';
const cipher = crypto.createCipheriv('aes-256-gcm', key, crypto.randomBytes(12)); // ! js-hardcoded-key
---
const crypto = require('crypto');
const key = process.env.ENCRYPTION_KEY;
const cipher = crypto.createCipheriv('aes-256-gcm', key, crypto.randomBytes(12));
---
const crypto = require('crypto');
const IV = '1234567890123456';
const encrypt = (text, key) => crypto.createCipheriv('aes-256-cbc', key, IV).update(text); // ! js-static-iv
---
function sessionToken() {
  let out = '';
  for (let i = 0; i < 32; i++) out += chars[Math.floor(Math.random() * chars.length)];
  return out; // ! js-weak-random
}
---
function shuffle(list) {
  return list.sort(() => Math.random() - 0.5);
}
---
const resetToken = Date.now() + Math.random().toString(36); // ! js-weak-random
---
const { randomBytes } = require('crypto');
const resetToken = randomBytes(32).toString('hex');
---
const jwt = require('jsonwebtoken');
const SECRET = 's3cr3t-value';
module.exports.login = (user) => jwt.sign({ sub: user.id }, SECRET, { expiresIn: '1h' }); // ! js-hardcoded-key
---
const jwt = require('jsonwebtoken');
module.exports.login = (user) => jwt.sign({ sub: user.id }, process.env.SECRET, { expiresIn: '1h' });
---
const jwt = require('jsonwebtoken');
jwt.verify(token, secret, { algorithms: ['none'] }); // ! js-jwt-unverified
---
const bcrypt = require('bcrypt');
const hashed = await bcrypt.hash(password, 10);
`,
  ),
  ...casesOf(
    'transport',
    `
const https = require('https');
https.get({ host: 'example.com', rejectUnauthorized: false }); // ! js-tls-unverified
---
const axios = require('axios');
const https = require('https');
axios.get(url, { httpsAgent: new https.Agent({ rejectUnauthorized: false }) }); // ! js-tls-unverified
---
const https = require('https');
https.get({ host: 'example.com', ca: readFileSync('ca.pem') });
---
if (process.env.NODE_ENV !== 'production') process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // ! js-tls-unverified
---
const tls = require('tls');
tls.createServer({ secureProtocol: 'TLSv1_method' }); // ! js-tls-old-version
---
app.use(session({ secret: process.env.SECRET, cookie: { secure: true, httpOnly: true } }));
---
app.use(session({ secret: 'keyboard cat', resave: false })); // ! js-hardcoded-key
---
app.get('/login', (req, res) => {
  res.cookie('auth', token, { httpOnly: true, secure: true, sameSite: 'lax' });
});
---
app.get('/login', (req, res) => {
  res.cookie('sessionid', token, { secure: true }); // ! js-cookie-not-httponly
});
---
app.use((req, res, next) => {
  res.header('Access-Control-Allow-Origin', 'https://app.example.com');
  next();
});
---
app.use((req, res, next) => {
  res.header('Access-Control-Allow-Origin', req.get('origin')); // ! js-permissive-cors
  res.header('Access-Control-Allow-Credentials', 'true');
  next();
});
---
const cors = require('cors');
app.use(cors({ origin: ['https://app.example.com'], credentials: true }));
---
const win = new BrowserWindow({
  webPreferences: {
    nodeIntegration: true, // ! js-electron-open
    contextIsolation: false, // ! js-electron-open
  },
});
---
parent.postMessage(JSON.stringify(state), '*'); // ! js-post-message-any
---
parent.postMessage(JSON.stringify(state), document.location.origin);
`,
  ),
  ...casesOf(
    'flow',
    `
const { exec } = require('child_process');
app.get('/f', (req, res) => {
  let target = req.query.host;
  target = 'localhost';
  exec('ping ' + target);
});
---
const { exec } = require('child_process');
app.get('/f', (req, res) => {
  const options = { host: req.query.host, tool: 'ping' };
  exec(options.tool + ' localhost');
});
---
const { exec } = require('child_process');
app.get('/f', (req, res) => {
  const options = { host: req.query.host, tool: 'ping' };
  exec('ping ' + options.host); // ! js-command-injection
});
---
const { exec } = require('child_process');
app.get('/f', (req, res) => {
  const list = ['a'];
  list.push(req.query.host);
  exec('ping ' + list[0]);
});
---
const { exec } = require('child_process');
app.get('/f', (req, res) => {
  const list = ['a'];
  list.push(req.query.host);
  exec('ping ' + list[1]); // ! js-command-injection
});
---
const { exec } = require('child_process');
app.get('/f', (req, res) => {
  const map = new Map();
  map.set('a', 'fixed');
  map.set('b', req.query.host);
  exec('ping ' + map.get('a'));
});
---
const { exec } = require('child_process');
app.get('/f', (req, res) => {
  let command = 'ls';
  if (false) command = req.query.command;
  exec(command);
});
---
const { exec } = require('child_process');
const wrap = (value) => ({ value });
app.get('/f', (req, res) => {
  exec('ping ' + wrap(req.query.host).value); // ! js-command-injection
});
---
const { exec } = require('child_process');
app.get('/f', async (req, res) => {
  const parts = [];
  for (const part of req.query.parts) parts.push(part.trim());
  exec(parts.join(' ')); // ! js-command-injection
});
---
const { exec } = require('child_process');
app.get('/f', (req, res) => {
  const length = req.query.name.length;
  exec('head -c ' + length + ' file');
});
---
const { exec } = require('child_process');
app.get('/f', (req, res) => {
  Promise.resolve(req.query.host).then((host) => exec('ping ' + host)); // ! js-command-injection
});
---
const { exec } = require('child_process');
app.get('/f', ({ query: { host } }, res) => {
  exec('ping ' + host); // ! js-command-injection
});
---
const { exec } = require('child_process');
module.exports = function (app) {
  function handler(req, res) {
    const { host = 'localhost' } = req.query;
    run(host);
  }
  const run = (host) => exec('ping ' + host); // ! js-command-injection
  app.get('/f', handler);
};
`,
  ),
];

export const javascriptCases: readonly QualityCase[] = [...injections, ...web, ...settings];
