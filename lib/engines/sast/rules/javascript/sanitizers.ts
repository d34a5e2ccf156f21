import type { Call, Sanitizer } from '@scangate/engines/sast/rule';

const replaces =
  (character: string) =>
  ({ args }: Call): boolean => {
    const [what] = args;
    if (what?.constant === character) return true;
    return (
      what?.regex !== undefined && what.regex.flags.includes('g') && what.regex.source.includes(character)
    );
  };

/** Lookups return stored data, not their argument. */
const lookup = /\.(?:find|lookup|count|exists)[A-Z]\w{0,60}$|\.get\w{0,30}By[A-Z]\w{0,30}$/;

/** Matches patterns that remove everything but letters, digits and the like. */
const keepsOnlySafe = ({ args }: Call): boolean => {
  const source = args[0]?.regex?.source ?? '';
  return args[0]?.regex?.flags.includes('g') === true && /^\[\^[\w\\-]{1,40}\][+*]?$/.test(source);
};

export const sanitizers: readonly Sanitizer[] = [
  {
    call: [
      '{parseInt,parseFloat,Number,Boolean,BigInt,isNaN,isFinite}',
      'Number.{parseInt,parseFloat,isInteger}',
      'Math.{floor,round,ceil,abs,min,max,trunc}',
      '*.{getTime,toFixed,getFullYear,charCodeAt,search,localeCompare}',
      '*.{includes,startsWith,endsWith,indexOf,lastIndexOf,test,has,hasOwnProperty,every,some,isMatch,equals}',
      '*.{digest,hash,hashSync,compare,compareSync,verify,createHash,createHmac}',
      '*.{isValidObjectId,ObjectId,ObjectID}',
      '{ObjectId,ObjectID}',
      'crypto.{createHash,createHmac,timingSafeEqual,randomBytes,randomUUID}',
      '*.{isEmail,isURL,isInt,isUUID,isAlphanumeric}',
      'Array.isArray',
      'file-type.*',
      'mime-types.*',
      'mime.*',
      'Object.keys',
      'jsonwebtoken.{verify,sign}',
      '*.jwt.{verify,sign}',
      'jwt.{verify,sign}',
    ],
    cleans: 'all',
  },
  // Databases, files and other services return their own data.
  {
    call: [
      '*.{findOne,findAll,findById,findByPk,findMany,findUnique,findFirst,findAndCountAll,findOneAndUpdate,findByIdAndUpdate,countDocuments,aggregate,insertOne,updateOne,deleteOne,bulkCreate}',
      '*.{query,execute,exists,existsSync,stat,statSync,readFile,readFileSync,readdir,readdirSync,access,createReadStream}',
      'fetch',
      'axios',
      'axios.{get,post,put,delete,request}',
      '{got,request,superagent,needle}',
      'https.{get,request}',
      'http.{get,request}',
      'child_process.*',
    ],
    cleans: 'all',
  },
  { call: ['*.*'], cleans: 'all', guess: true, when: ({ names }) => names.some((name) => lookup.test(name)) },
  {
    call: [
      'String',
      '*.{toString,trim,toLowerCase,toUpperCase,substring,substr,slice,split,replace,replaceAll,join,normalize,concat,padStart}',
      'JSON.stringify',
      '*.JSON.stringify',
    ],
    cleans: ['nosql'],
  },
  {
    call: ['encodeURIComponent', '*.encodeURIComponent', 'querystring.{escape,stringify}', 'qs.stringify'],
    cleans: ['xss', 'path', 'ssrf', 'redirect', 'command', 'nosql', 'log', 'header'],
  },
  { call: ['encodeURI', 'escape'], cleans: ['xss', 'nosql'] },
  {
    call: [
      '*.{escapeHtml,escapeHTML,escapeHtmlEntities,encodeHTML,htmlEscape,htmlEncode,sanitizeHtml,sanitizeHTML,encodeForHTML}',
      '{escapeHtml,escapeHTML,htmlEscape,sanitizeHtml,encodeHTML}',
      'escape-html',
      'sanitize-html',
      'xss',
      'xss.*',
      '{DOMPurify,dompurify,createDOMPurify()}.sanitize',
      '*.{DOMPurify,purify}.sanitize',
      '*.sanitizer.sanitize',
      'isomorphic-dompurify.sanitize',
      'validator.{escape,stripLow}',
      'he.{encode,escape}',
      'html-entities.encode',
      '{lodash,_,underscore}.escape',
      'lodash.escape',
      'Handlebars.{escapeExpression,Utils.escapeExpression}',
      'document.createTextNode',
      '$sanitize',
    ],
    cleans: ['xss'],
  },
  // The text is reported where it becomes an element; the markup of a found element is trusted.
  { call: ['{$,jQuery}', 'badge-maker.makeBadge'], cleans: ['xss'] },
  { call: ['JSON.stringify'], cleans: ['xss', 'log', 'prototype'] },
  { call: ['*.{replace,replaceAll}'], cleans: ['xss'], when: replaces('<') },
  { call: ['*.{replace,replaceAll}'], cleans: ['log', 'header'], when: replaces('\\n') },
  { call: ['*.{replace,replaceAll}'], cleans: ['sql'], when: replaces("'") },
  {
    call: ['*.{replace,replaceAll}'],
    cleans: ['path'],
    when: (call) => replaces('/')(call) || replaces('.')(call),
  },
  { call: ['*.{replace,replaceAll}'], cleans: ['regex'], when: replaces('$&') },
  { call: ['*.{replace,replaceAll}'], cleans: 'all', when: keepsOnlySafe },
  // The server chose the path of an upload.
  {
    call: [],
    read: [
      '{req,request}.file.{path,filename,tempFilePath}',
      '{req,request}.files.*.{path,filename,tempFilePath}',
    ],
    cleans: ['path'],
  },
  { call: ['path.basename', 'path.posix.basename', 'sanitize-filename', 'sanitize'], cleans: ['path'] },
  {
    call: [
      '*.{escapeId,escapeLiteral,escapeIdentifier}',
      'mysql.escape',
      'mysql2.escape',
      '{connection,conn,db,pool,client,sqlstring,SqlString}.escape',
      'pg-format',
    ],
    cleans: ['sql'],
  },
  { call: ['shell-quote.quote', 'shell-escape', 'shellescape', 'shq'], cleans: ['command'] },
  {
    call: [
      '{lodash,_}.escapeRegExp',
      'lodash.escapeRegExp',
      'escape-string-regexp',
      '*.{escapeRegExp,escapeRegex,escapeStringRegexp}',
      '{escapeRegExp,escapeRegex,escapeStringRegexp}',
    ],
    cleans: ['regex'],
  },
  // The value only holds digits and letters.
  {
    call: ['*.toString'],
    cleans: 'all',
    when: ({ args }) => /^(?:base64|base64url|hex)$/.test(String(args[0]?.constant ?? '')),
  },
  { call: ['mongo-sanitize', 'sanitize', '*.mongoSanitize'], cleans: ['nosql'] },
  { call: ['ldap-escape.*', 'ldapEscape.*'], cleans: ['ldap'] },
];
