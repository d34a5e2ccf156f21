import type { Parameter } from '../../ir.ts';
import type { Source } from '../../rule.ts';

/** Parsed by the framework: text, lists or records, as the sender likes. */
const parsed = '{query,body,cookies,payload,rawBody,files,file,queryStringParameters}';
/** Always text. */
const written =
  '{params,param,headers,header,originalUrl,url,hostname,host,path,nextUrl,rawHeaders,querystring,href,state}';

const decorators = new Set(['Query', 'Param', 'Body', 'Headers', 'UploadedFile', 'UploadedFiles']);

const isFormData = ({ type }: Parameter): boolean => type === 'FormData';

export const sources: readonly Source[] = [
  {
    what: 'value of the request',
    read: [`{req,request}.${parsed}`, `*.{req,request}.${parsed}`, '{ctx,context}.{query,body}'],
  },
  {
    what: 'value of the request',
    cleans: ['nosql'],
    read: [
      `{req,request}.${written}`,
      `*.{req,request}.${written}`,
      'ctx.{params,headers,header,querystring,url,originalUrl,href,path,host,hostname,cookies}',
      'context.{params,headers}',
    ],
    call: ['{req,request}.{get,header,param,text}', '*.{req,request}.{get,header,param,text}'],
  },
  {
    what: 'value of the request',
    call: ['{req,request}.{json,formData}', '*.{req,request}.{json,formData}'],
  },
  {
    what: 'value of the event',
    read: [
      'event.{queryStringParameters,multiValueQueryStringParameters,pathParameters,body,headers,rawPath,rawQueryString}',
    ],
  },
  {
    what: 'parameter of the request',
    words: [...decorators],
    parameter: ({ annotations }) => annotations.some(({ name }) => decorators.has(name)),
  },
  { what: 'form data of the request', words: ['FormData'], parameter: isFormData },
  {
    what: 'argument of the query',
    words: ['args'],
    parameter: ({ target }, { parameters }, _owner, index) =>
      index === 1 &&
      target.kind === 'name' &&
      target.name === 'args' &&
      parameters.length >= 2 &&
      parameters[0]?.target.kind === 'name' &&
      /^_?(?:parent|root|obj|source|_)$/.test(parameters[0].target.name),
  },
  { what: 'message of the socket', read: ['socketMessage'] },
  { what: 'message of another window', read: ['windowMessage.data'] },
  {
    what: 'address of the page',
    cleans: ['nosql'],
    read: [
      'location.{hash,search,href}',
      '{window,document,self,top,parent,globalThis}.location.{hash,search,href}',
      'document.{URL,documentURI,baseURI,referrer}',
      'window.name',
      '*.snapshot.{queryParams,params,queryParamMap,paramMap,fragment}',
      '*.{route,activatedRoute,$route}.{query,params,queryParams,queryParamMap,paramMap,hash,fragment}',
      'next/router.useRouter().query',
    ],
    call: [
      '*.snapshot.{queryParamMap,paramMap}.get',
      'next/navigation.{useSearchParams,useParams}',
      'react-router-dom.{useSearchParams,useParams,useLocation}',
      'react-router.{useParams,useLocation}',
    ],
  },
  { what: 'number that can be guessed', label: 'weak-random', call: ['Math.random'] },
];
