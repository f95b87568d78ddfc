/** A language whose usual generator makes clients: the command lines of its README section. */
export interface Language {
  readonly name: 'python' | 'go' | 'java';
  /** Commands that succeed where the toolchain is installed. */
  readonly needs: readonly string[];
  /** The registry that has the generator. */
  readonly registry: string;
  readonly generate: readonly string[];
  readonly compile: readonly string[];
  readonly scenario: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The languages, as their sections of README.md describe them. */
export const languages: readonly Language[] = [
  {
    name: 'python',
    needs: ['python3 -m venv --help', 'python3 -c "import sys; assert sys.version_info >= (3, 11)"'],
    registry: 'https://pypi.org/simple/openapi-python-client/',
    generate: [
      'python3 -m venv .venv',
      '.venv/bin/pip install --quiet --requirement requirements.txt',
      '.venv/bin/openapi-python-client generate --meta none --config generator.yml --path payments.openapi.json --output-path payments --overwrite',
      '.venv/bin/openapi-python-client generate --meta none --config generator.yml --path code-hosting.openapi.json --output-path code_hosting --overwrite',
    ],
    compile: ['.venv/bin/python -m compileall -q payments code_hosting'],
    scenario: '.venv/bin/python scenario.py',
  },
  {
    name: 'go',
    needs: ['go version'],
    registry: 'https://proxy.golang.org/github.com/oapi-codegen/oapi-codegen/v2/@v/list',
    generate: [
      'go tool oapi-codegen -generate types,client -package payments -o payments/client.gen.go payments.openapi.json',
      'go tool oapi-codegen -generate types,client -package codehosting -o codehosting/client.gen.go code-hosting.openapi.json',
    ],
    compile: ['go build -o scenario .'],
    scenario: './scenario',
  },
  {
    name: 'java',
    needs: ['mvn --version', 'javac --release 17 --version'],
    registry: 'https://repo.maven.apache.org/maven2/org/openapitools/openapi-generator/maven-metadata.xml',
    generate: ['mvn --batch-mode --quiet generate-sources'],
    compile: ['mvn --batch-mode --quiet compile'],
    scenario: 'mvn --batch-mode --quiet exec:java',
    // Short runs are faster without the second compiler of the virtual machine.
    environment: { MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dstyle.color=never' },
  },
];
