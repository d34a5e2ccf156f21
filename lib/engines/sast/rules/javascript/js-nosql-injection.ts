import type { Call, Rule } from '@scangate/engines/sast/rule';

const certain =
  '{findOne,findOneAndUpdate,findOneAndDelete,findOneAndReplace,findOneAndRemove,updateOne,updateMany,deleteOne,deleteMany,countDocuments,replaceOne}';

/** A `where` option belongs to a relational mapper, whose operators cannot be written as JSON. */
const isDocument = ({ args: [query] }: Call): boolean =>
  query?.fields !== undefined && !['where', 'include', 'attributes'].some((key) => query.fields?.has(key));
const isParsed = ({ args: [query] }: Call): boolean => /(?:^|\.)(?:body|query)$/.test(query?.path ?? '');

export const jsNosqlInjection: Rule = {
  id: 'js-nosql-injection',
  cwe: 'CWE-943',
  severity: 'high',
  title: 'Query document from untrusted input',
  message:
    'An untrusted value is part of a query document without conversion: a sender can pass an operator such as $ne or $gt where a string is expected.',
  help: 'Convert the value to a string first (String(value)) or validate it against a schema.',
  category: 'nosql',
  sinks: [
    { call: [`*.${certain}`], when: (call) => isDocument(call) || !call.args[0]?.fields },
    // Other `find` methods exist.
    { call: ['*.{find,exists}'], when: (call) => isDocument(call) || isParsed(call) },
    {
      call: ['*.{remove,update,distinct,aggregate}'],
      when: (call) => call.args[1]?.fields !== undefined && isDocument(call),
    },
  ],
  positives: [
    "app.post('/login', (req, res) => {\n  User.findOne({ username: req.body.username, password: req.body.password }); // HERE\n});\n",
    "app.post('/x', async (req, res) => {\n  const user = await db.collection('users').findOne(req.body); // HERE\n  res.json(user);\n});\n",
    "app.patch('/r', (req, res) => {\n  db.reviews.update({ _id: req.body.id }, { $set: { message: 'x' } }); // HERE\n});\n",
    "app.post('/login', (req, res) => {\n  User.find({ username: req.body.username, password: req.body.password }); // HERE\n});\n",
  ],
  negatives: [
    "app.post('/login', (req, res) => User.findOne({ username: String(req.body.username) }));\n",
    "app.post('/login', (req, res) => {\n  if (typeof req.body.name !== 'string') return res.end();\n  User.findOne({ name: req.body.name });\n});\n",
    "app.get('/u/:id', (req, res) => User.findOne({ _id: req.params.id }));\n",
    "app.post('/x', (req, res) => Model.findOne({ where: { email: req.body.email } }));\n",
    "app.post('/x', (req, res) => list.find((item) => item.id === req.body.id));\n",
    "app.post('/x', (req, res) => User.findOne({ name: `${req.body.name}` }));\n",
    "app.post('/x', (req, res) => new Gauge(monitor).update({ msg: req.body.msg }, undefined));\n",
  ],
};
