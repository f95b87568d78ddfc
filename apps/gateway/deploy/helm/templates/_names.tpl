{{- define "connectory.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "connectory.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "connectory.labels" -}}
{{ include "connectory.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "connectory.secretName" -}}
{{ .Values.secret.existing | default (include "connectory.name" .) }}
{{- end }}

{{- define "connectory.hasDatabaseUrl" -}}
{{ if .Values.secret.existing }}{{ if .Values.existingSecretHas.databaseUrl }}yes{{ end }}{{ else if .Values.secret.databaseUrl }}yes{{ end }}
{{- end }}

{{- define "connectory.hasMetricsToken" -}}
{{ if .Values.secret.existing }}{{ if .Values.existingSecretHas.metricsToken }}yes{{ end }}{{ else if .Values.secret.metricsToken }}yes{{ end }}
{{- end }}
