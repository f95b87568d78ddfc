export { type DemoProcess, startDemo } from './demo-process.ts';
export { type GatewayProcess, startGatewayProcess } from './gateway-process.ts';
