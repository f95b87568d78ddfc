/** A program that generates clients in one language: the commands of its README section, run in its folder. */
export interface Generator {
  /** The name of its folder. */
  readonly name: 'python' | 'go' | 'ogen' | 'java' | 'rust' | 'hey-api' | 'orval';
  /** Commands that succeed if the toolchain is installed. */
  readonly needs: readonly string[];
  /** The registry of the generator, unless it is installed with the repository. */
  readonly registry?: string;
  /** Connectors whose documents are copied next to the files of the folder, and their version of OpenAPI. */
  readonly connectors: readonly string[];
  readonly openApi?: '3.0';
  /** Whether it takes minutes: it then runs only before a release, and if named. */
  readonly slow?: true;
  /** Commands that generate and compile. */
  readonly build: readonly string[];
  /** Runs the scenario; undefined if clients are only compiled, for the reason given in README.md. */
  readonly scenario?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const connectors = ['stripe', 'github'];

/** The generators, as described in their sections of README.md. */
export const generators = {
  python: {
    name: 'python',
    needs: ['python3 -m venv --help', 'python3 -c "import sys; assert sys.version_info >= (3, 11)"'],
    registry: 'https://pypi.org/simple/openapi-python-client/',
    connectors,
    build: [
      'python3 -m venv .venv',
      '.venv/bin/pip install --quiet --requirement requirements.txt',
      '.venv/bin/openapi-python-client generate --meta none --config generator.yml --path stripe.openapi.json --output-path stripe --overwrite',
      '.venv/bin/openapi-python-client generate --meta none --config generator.yml --path github.openapi.json --output-path github --overwrite',
      '.venv/bin/python -m compileall -q stripe github',
    ],
    scenario: '.venv/bin/python scenario.py',
  },
  go: {
    name: 'go',
    needs: ['go version'],
    registry: 'https://proxy.golang.org/github.com/oapi-codegen/oapi-codegen/v2/@v/list',
    connectors,
    build: [
      'mkdir -p stripe codehosting',
      'go tool oapi-codegen -generate types,client -package stripe -o stripe/client.gen.go stripe.openapi.json',
      'go tool oapi-codegen -generate types,client -package codehosting -o codehosting/client.gen.go github.openapi.json',
      'go build -o scenario .',
    ],
    scenario: './scenario',
  },
  ogen: {
    name: 'ogen',
    needs: ['go version'],
    registry: 'https://proxy.golang.org/github.com/ogen-go/ogen/@v/v1.20.3.info',
    connectors,
    openApi: '3.0',
    slow: true,
    build: [
      'go tool ogen --loglevel error --config ogen.yml --clean --package stripe --target stripe stripe.openapi-3.0.json',
      'go tool ogen --loglevel error --config ogen.yml --clean --package codehosting --target codehosting github.openapi-3.0.json',
      'go build ./stripe ./codehosting',
    ],
  },
  java: {
    name: 'java',
    needs: ['mvn --version', 'javac --release 17 --version'],
    registry: 'https://repo.maven.apache.org/maven2/org/openapitools/openapi-generator/maven-metadata.xml',
    connectors: [...connectors, 'zendesk'],
    build: ['mvn --batch-mode --quiet compile'],
    scenario: 'mvn --batch-mode --quiet exec:java',
    // Short runs are faster without the virtual machine's second compiler.
    environment: { MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dstyle.color=never' },
  },
  rust: {
    name: 'rust',
    needs: ['cargo --version'],
    registry: 'https://index.crates.io/config.json',
    connectors,
    openApi: '3.0',
    slow: true,
    build: ['cargo build --quiet --locked'],
    scenario: 'cargo run --quiet --locked',
  },
  'hey-api': {
    name: 'hey-api',
    needs: [],
    connectors,
    build: [
      'openapi-ts --input stripe.openapi.json --output stripe',
      'openapi-ts --input github.openapi.json --output github',
      'tsc',
    ],
    scenario: 'node compiled/scenario.js',
  },
  orval: {
    name: 'orval',
    needs: [],
    connectors,
    build: ['orval --config clients.json', 'tsc'],
    scenario: 'node compiled/scenario.js',
  },
} as const satisfies { readonly [Name in Generator['name']]: Generator & { readonly name: Name } };
