import type { Rule } from '@scangate/engines/sast/rule';

const engines =
  '{ejs,pug,jade,handlebars,Handlebars,nunjucks,mustache,Mustache,dot,doT,hogan.js,swig,eta,lodash,_,underscore,art-template,twig,liquidjs}';

export const jsTemplateInjection: Rule = {
  id: 'js-template-injection',
  cwe: 'CWE-1336',
  severity: 'critical',
  title: 'Template from untrusted input',
  message: 'Untrusted input is compiled as a template: most template languages let it run code here.',
  help: 'Keep templates fixed and pass untrusted input as data.',
  category: 'template',
  sinks: [
    {
      call: [
        `${engines}.{render,compile,renderString,template,precompile,renderSync,parseAndRender}`,
        '*.renderString',
      ],
    },
    { call: ['{res,response}.render', '{res,response}.*.render'], shallow: true },
  ],
  positives: [
    "const pug = require('pug');\napp.get('/t', (req, res) => {\n  res.send(pug.compile('h1 Hello ' + req.query.name)()); // HERE\n});\n",
    "import ejs from 'ejs';\nexport const page = (req) => ejs.render(`<p>${req.body.text}</p>`, {}); // HERE\n",
    "import res.render from 'res.render';\nexport const page = (req) => res.render.render(`<p>${req.body.text}</p>`, {}); // HERE\n",
    "import ejs from 'ejs';\nexport const page = (req) => a.renderString(`<p>${req.body.text}</p>`, {}); // HERE\n",
    'export const f = (req, res) => {\n  const q = req.query.q;\n  res.render(q); // HERE\n};\n',
  ],
  negatives: [
    "const ejs = require('ejs');\napp.get('/t', (req, res) => ejs.render('<p><%= name %></p>', { name: req.query.name }));\n",
    "app.get('/t', (req, res) => res.render('page', req.query));\n",
  ],
};
