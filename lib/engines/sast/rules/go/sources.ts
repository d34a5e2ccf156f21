import { deepTaints, parameterLabel } from '@scangate/engines/sast/taint/value';
import type { Call, Source } from '@scangate/engines/sast/rule';
import { writesResponse } from './conditions.ts';

const holdsOutside = (call: Call, at: number): boolean => {
  const value = at === -1 ? call.receiver : call.args[at];
  return value !== undefined && deepTaints(value).some(({ origin }) => origin.label === 'user');
};

export const sources: readonly Source[] = [
  {
    description: 'value of the request',
    read: [
      'net/http.Request.{URL,Form,PostForm,MultipartForm,Body,Header,Host,RequestURI}',
      '*.Request.{URL,Form,PostForm,MultipartForm,Body,Header,Host,RequestURI}',
      '*.Request().{URL,Form,PostForm,MultipartForm,Body,Header,Host,RequestURI}',
    ],
  },
  {
    description: 'value of the request',
    call: [
      'net/http.Request.{FormValue,PostFormValue,PathValue,Cookie,Cookies,UserAgent,Referer,FormFile,MultipartReader,BasicAuth}',
      '*.Request.{FormValue,PostFormValue,PathValue,Cookie,Cookies,UserAgent,Referer,FormFile}',
      '*.Request().{FormValue,PostFormValue,Cookie,Cookies,UserAgent,Referer}',
      'github.com/gin-gonic/gin.Context.{Query,DefaultQuery,GetQuery,QueryArray,QueryMap,Param,PostForm,DefaultPostForm,GetPostForm,PostFormArray,GetHeader,Cookie,GetRawData,FormFile,MultipartForm}',
      'github.com/labstack/{echo,echo/v4,echo/v5}.Context.{QueryParam,QueryParams,QueryString,Param,ParamValues,FormValue,FormParams,FormFile,Cookie}',
      '*.Ctx.{Query,Params,FormValue,Get,Cookies,Body,BodyRaw,FormFile,OriginalURL,Queries}',
      'github.com/gorilla/mux.Vars',
      '*.{URLParam,URLParamFromCtx}',
      'github.com/julienschmidt/httprouter.Params.ByName',
      'github.com/julienschmidt/httprouter.ParamsFromContext',
      '*.{QueryArgs,PostArgs}',
      '*.Controller.{GetString,GetStrings,Input}',
      '*.Ctx.Input.{Param,Query,Header,Cookie}',
      '*.Conn.ReadMessage',
    ],
  },
  {
    description: 'body of the request',
    call: [
      'github.com/gin-gonic/gin.Context.{Bind,BindJSON,BindQuery,BindUri,ShouldBind,ShouldBindJSON,ShouldBindQuery,ShouldBindUri,ShouldBindWith,BindWith}',
      '*.Context.{Bind,ReadJSON,ReadForm}',
      '*.Ctx.{BodyParser,QueryParser,ParamsParser}',
    ],
    fills: [0],
  },
  {
    description: 'body of the request',
    call: ['*.Decode'],
    fills: [0],
    when: (call) => holdsOutside(call, -1),
  },
  {
    description: 'decoded from the request',
    call: ['*.{Unmarshal,UnmarshalString}'],
    fills: [1],
    when: (call) => holdsOutside(call, 0),
  },
  {
    description: 'read from the request',
    call: ['*.{Read,ReadFull}'],
    fills: [0],
    when: (call) => call.args.length === 1 && holdsOutside(call, -1),
  },
  {
    description: 'untrusted input written here',
    call: ['fmt.{Fprintf,Fprint,Fprintln}', 'io.{Copy,WriteString}'],
    fills: [0],
    when: (call) =>
      !writesResponse(call) &&
      call.args.some((_, at) => at > 0 && holdsOutside(call, at)) &&
      call.args[0]?.type !== undefined &&
      /(?:^|\.)(?:Buffer|Builder)$/.test(call.args[0].type),
  },
  {
    description: 'value of the event',
    read: [
      'github.com/aws/aws-lambda-go/events.{APIGatewayProxyRequest,APIGatewayV2HTTPRequest,LambdaFunctionURLRequest,ALBTargetGroupRequest,APIGatewayWebsocketProxyRequest}.{Body,Path,RawPath,RawQueryString,QueryStringParameters,MultiValueQueryStringParameters,PathParameters,Headers,MultiValueHeaders,Cookies}',
      'github.com/aws/aws-lambda-go/events.SQSMessage.Body',
    ],
  },
  {
    description: 'parameter of the function',
    label: parameterLabel,
    words: ['exec', 'StartProcess', 'ForkExec'],
    parameter: ({ type }) => type === 'string' || type === '[]string',
  },
  {
    description: 'argument of the program',
    label: 'arguments',
    read: ['os.Args'],
    call: ['flag.{String,Arg,Args}'],
  },
  {
    description: 'name in an archive',
    label: 'archive',
    call: ['archive/zip.{OpenReader,NewReader}', 'archive/tar.NewReader'],
    read: ['archive/zip.File.Name', 'archive/tar.Header.{Name,Linkname}'],
  },
  {
    description: 'compressed data',
    label: 'compressed',
    call: [
      'compress/{gzip,zlib,bzip2,flate,lzw}.NewReader',
      'archive/zip.File.Open',
      'archive/zip.{OpenReader,NewReader}().File.*.Open',
    ],
  },
  {
    description: 'random number that can be guessed',
    label: 'weak-random',
    call: [
      '{math/rand,math/rand/v2}.{Int,Intn,IntN,Int31,Int31n,Int32,Int32N,Int63,Int63n,Int64,Int64N,Uint32,Uint64,Float32,Float64,Perm,N}',
      '{math/rand,math/rand/v2}.Rand.{Int,Intn,IntN,Int31,Int31n,Int63,Int63n,Uint32,Uint64,Float32,Float64,Perm}',
      'math/rand.New().{Int,Intn,Int31,Int31n,Int63,Int63n,Uint32,Uint64,Float32,Float64,Perm}',
    ],
  },
  {
    description: 'random bytes that can be guessed',
    label: 'weak-random',
    call: ['math/rand.Read', 'math/rand.Rand.Read'],
    fills: [0],
  },
];
